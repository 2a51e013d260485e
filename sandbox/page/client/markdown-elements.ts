import { timeElement } from './clock.ts';
import { type Attributes, type Child, h } from './dom.ts';
import { customEmoji } from './emoji.ts';
import { parseMarkdown } from './markdown.ts';
import type { Mark } from './markdown-tree.ts';
import type { Names } from './names.ts';

const TAGS = { strong: 'strong', em: 'em', underline: 'u', strike: 's', quote: 'blockquote' } as const;

/** Discord shows up to 30 emojis large if a message has nothing else. */
const MOST_LARGE = 30;

/** Draws a text with Discord's Markdown. */
export function markdownElements(text: string, names: Names, options = { blocks: true }): Node[] {
  const marks = parseMarkdown(text, options);
  const nodes = marks.map((mark) => elementOf(mark, names));
  if (isOnlyEmojis(marks)) for (const node of nodes) if (node instanceof HTMLElement) node.classList.add('is-large');
  return nodes;
}

function isOnlyEmojis(marks: readonly Mark[]): boolean {
  const rest = marks.filter(({ kind }) => kind !== 'emoji');
  const isBare = rest.every((mark) => mark.kind === 'break' || (mark.kind === 'text' && mark.text.trim() === ''));
  return isBare && marks.length > rest.length && marks.length - rest.length <= MOST_LARGE;
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
      return mention(`#${names.channel(mark.id) ?? 'unknown'}`, { 'data-place': mark.id });
    case 'everyone':
      return mention(`@${mark.name}`);
    case 'command':
      return mention(mark.name, { 'data-command': mark.name });
    case 'emoji':
      return customEmoji(mark.name, mark.id);
    case 'time':
      return timeElement(mark.at, mark.style);
  }
}

/** A mention. One that leads to a place can be pressed, and names it. */
function mention(text: string, leadsTo: Attributes | null = null): HTMLElement {
  const shown = { class: 'mention', 'data-test': 'mention' };
  return leadsTo === null ? h('span', shown, text) : h('button', { ...shown, type: 'button', ...leadsTo }, text);
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
