import { type APIButtonComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { button } from './button.ts';

/** Discord: a menu has at most 25 options. */
const MOST_OPTIONS = 25;
/** With fewer pages, two buttons reach each soon enough. */
const MANY_PAGES = 4;

/** A list in pages. `page`: the one shown, from 0; `pages`: how many; `entries`: in all; `aPage`: how many on each. */
export interface Paging {
  readonly page: number;
  readonly pages: number;
  readonly entries: number;
  readonly aPage: number;
}

/** Buttons to the page before and the next, where there is more than one. `id`: of a page; what they call is `<id>:<page>`. */
export function pageButtons(id: string, { page, pages }: Paging, language: Language): APIButtonComponent[] {
  if (pages <= 1) return [];
  return [
    button(language.say('shop.back'), `${id}:${page - 1}`, { disabled: page === 0 }),
    button(language.say('shop.next'), `${id}:${page + 1}`, { disabled: page === pages - 1 }),
  ];
}

/** A menu of pages to jump to, their numbers from 0 as values; null: they are few. */
export function pageMenu(id: string, paging: Paging, language: Language): APIStringSelectComponent | null {
  const { page, pages, entries, aPage } = paging;
  if (pages < MANY_PAGES) return null;
  const options = spreadPages(page, pages).map((of) => {
    const [first, last] = [of * aPage + 1, Math.min(entries, (of + 1) * aPage)];
    const numbers = { page: whole(of + 1, language), first: whole(first, language), last: whole(last, language) };
    return { value: String(of), label: language.say('shop.go-to.page', numbers), default: of === page };
  });
  return { type: ComponentType.StringSelect, custom_id: id, placeholder: language.say('shop.go-to'), options };
}

/** As many pages as a menu takes, evenly from the first to the last, the shown one among them; in their order. */
export function spreadPages(page: number, pages: number): readonly number[] {
  if (pages <= MOST_OPTIONS) return Array.from({ length: pages }, (_, at) => at);
  const steps = MOST_OPTIONS - 2;
  const even = Array.from({ length: steps + 1 }, (_, at) => Math.round((at * (pages - 1)) / steps));
  return [...new Set([...even, page])].sort((a, b) => a - b);
}
