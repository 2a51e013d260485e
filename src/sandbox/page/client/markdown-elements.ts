import { timeElement } from './clock.ts';
import { type Child, h } from './dom.ts';
import { parseMarkdown } from './markdown.ts';
import type { Mark } from './markdown-tree.ts';

/** What the ids in mentions are called; null: not known here. */
export interface Names {
  user(id: string): string | null;
  channel(id: string): string | null;
}

const TAGS = { strong: 'strong', em: 'em', underline: 'u', strike: 's', quote: 'blockquote' } as const;

/** A text with all that takes effect in it at Discord. */
export function markdownElements(text: string, names: Names, options = { blocks: true }): Node[] {
  return parseMarkdown(text, options).map((mark) => elementOf(mark, names));
}

function elementOf(mark: Mark, names: Names): Node {
  const within = (marks: readonly Mark[]): Child[] => marks.map((one) => elementOf(one, names));
  switch (mark.kind) {
    case 'text':
      return document.createTextNode(mark.text);
    case 'break':
      return h('br');
    case 'strong':
    case 'em':
    case 'underline':
    case 'strike':
    case 'quote':
      return h(TAGS[mark.kind], {}, ...within(mark.inside));
    case 'subtext':
      return h('small', { class: 'subtext' }, ...within(mark.inside));
    case 'spoiler':
      return spoiler(within(mark.inside));
    case 'heading':
      return h('div', { class: `heading-${mark.level}`, role: 'heading', 'aria-level': 3 }, ...within(mark.inside));
    case 'list':
      return listElement(mark.start, mark.items.map(within));
    case 'code':
      return h('code', {}, mark.text);
    case 'code-block':
      return h('pre', {}, h('code', {}, mark.text));
    case 'link':
      return h('a', { href: mark.url, target: '_blank', rel: 'noopener noreferrer' }, ...within(mark.inside));
    case 'user':
      return mention(`@${names.user(mark.id) ?? 'unknown-user'}`);
    case 'role':
      return mention('@unknown-role');
    case 'channel':
      return mention(`#${names.channel(mark.id) ?? 'unknown'}`);
    case 'everyone':
      return mention(`@${mark.name}`);
    case 'command':
      return mention(mark.name);
    case 'emoji':
      return h('span', { class: 'emoji' }, `:${mark.name}:`);
    case 'time':
      return timeElement(mark.at, mark.style);
  }
}

function mention(text: string): HTMLElement {
  return h('span', { class: 'mention', 'data-test': 'mention' }, text);
}

function listElement(start: number | null, items: readonly Child[][]): HTMLElement {
  const rows = items.map((item) => h('li', {}, ...item));
  return start === null ? h('ul', {}, ...rows) : h('ol', { start }, ...rows);
}

function spoiler(children: readonly Child[]): HTMLElement {
  const element = h('span', { class: 'spoiler', role: 'button', tabindex: 0, 'aria-label': 'Spoiler' }, ...children);
  const show = () => {
    element.classList.add('is-shown');
    element.removeAttribute('aria-label');
  };
  element.addEventListener('click', show);
  element.addEventListener('keydown', (event) => event.key === 'Enter' && show());
  return element;
}
