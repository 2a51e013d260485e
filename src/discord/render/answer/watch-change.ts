import type { APIButtonComponent } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { button } from '../layout/controls.ts';
import { COLOURS, card, type Layout, pictured, row, type Thumbnail } from '../layout/layout.ts';
import { fitLines } from '../words/fit.ts';

const CHARACTERS = 3_500;

/** What is under an answer about watches: *Undo* of the kept step, and the way to the list. */
export function changeButtons(undoKey: string | null, language: Language): APIButtonComponent[] {
  return [
    ...(undoKey === null ? [] : [button(language.say('alert.button-undo'), `watch:undo:${undoKey}`)]),
    button(language.say('watch.button-list'), 'watch:list:0'),
  ];
}

/** A few lines about what was done to watches. `undoKey`: of the step that takes it back; null: none. */
export function renderChange(
  lines: readonly string[],
  undoKey: string | null,
  language: Language,
  { colour = COLOURS.neutral, icon = null }: { readonly colour?: number; readonly icon?: Thumbnail | null } = {},
): Layout {
  return card(colour, pictured(fitLines(lines, CHARACTERS), icon), row(...changeButtons(undoKey, language)));
}
