import type { FileValue } from '../protocol.ts';
import { entriesOf, isStale } from './box-entries.ts';
import { type Box, EMPTY_BOX, openOptionsOf, optionOf, suggestionsWanted } from './box-state.ts';
import { choose, commit, focus, give, move, pick, run, stepBack } from './box-steps.ts';
import type { ChannelChoice, Choice, Line } from './command-lines.ts';

export const BOX_KEYS = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape', 'Backspace'] as const;
export type BoxKey = (typeof BOX_KEYS)[number];

export type BoxEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'key'; readonly key: BoxKey }
  | { readonly type: 'clicked'; readonly index: number }
  /** A pill was clicked, to change its value. */
  | { readonly type: 'reopened'; readonly name: string }
  | {
      readonly type: 'offered';
      readonly lines: readonly Line[];
      readonly channels: readonly ChannelChoice[];
      readonly people: readonly Choice[];
    }
  | { readonly type: 'suggested'; readonly key: string; readonly choices: readonly Choice[] }
  /** A file was chosen for the option that is open, or was not fit to be. */
  | { readonly type: 'chosen'; readonly file: FileValue }
  | { readonly type: 'unfit'; readonly why: string }
  | { readonly type: 'answered' }
  | { readonly type: 'refused'; readonly error: string };

/** The box after an event; the very same box if the event means nothing to it (the key is then the browser's). */
export function reduceBox(box: Box, event: BoxEvent): Box {
  switch (event.type) {
    case 'typed':
      return type(box, event.text);
    case 'key':
      return box.sending ? box : press(box, event.key);
    case 'clicked': {
      const entry = entriesOf(box)[event.index];
      return entry ? pick(box, entry) : box;
    }
    case 'reopened': {
      const filled = box.filled.find(({ name }) => name === event.name);
      return filled ? focus(box, optionOf(box, filled.name), filled.label) : box;
    }
    case 'offered':
      return { ...EMPTY_BOX, ...event, text: box.line ? '' : box.text };
    case 'suggested':
      return event.key === suggestionsWanted(box)?.key
        ? { ...box, suggested: { key: event.key, choices: event.choices } }
        : box;
    case 'chosen':
      return optionOf(box, box.focused)?.type === 'file' ? give(box, event.file, event.file.name) : box;
    case 'unfit':
      return { ...box, complaint: event.why };
    case 'answered':
      return { ...EMPTY_BOX, lines: box.lines, channels: box.channels, people: box.people };
    case 'refused':
      return { ...box, sending: null, complaint: event.error, isOpen: true };
  }
}

function type(box: Box, text: string): Box {
  const typed = { ...box, text, isOpen: true, complaint: null, active: box.line && !box.focused && !text ? -1 : 0 };
  if (!box.line && text.endsWith(' ')) {
    const line = box.lines.find((one) => one.line === text.trim());
    return line ? choose(typed, line) : typed;
  }
  if (box.line && box.focused === null && text.endsWith(':')) {
    const option = openOptionsOf(box).find(({ name }) => `${name}:` === text);
    return option ? focus(typed, option) : typed;
  }
  return typed;
}

function press(box: Box, key: BoxKey): Box {
  switch (key) {
    case 'ArrowDown':
      return move(box, 1);
    case 'ArrowUp':
      return move(box, -1);
    case 'Backspace':
      return box.text === '' ? stepBack(box) : box;
    case 'Escape':
      return leave(box);
    case 'Enter':
      return take(box);
    case 'Tab':
      return box.text === '' && !box.line ? box : complete(box);
  }
}

function take(box: Box): Box {
  const entry = box.isOpen && !isStale(box) ? entriesOf(box)[box.active] : undefined;
  if (entry) return pick(box, entry);
  return box.focused === null ? run(box) : commit(box);
}

/** Tab also takes the first of the options on offer. */
function complete(box: Box): Box {
  const isOffer = box.line !== null && box.focused === null;
  const [first] = entriesOf(box);
  if (isOffer && box.active < 0) return first ? pick(box, first) : box;
  return isOffer && !first ? box : take(box);
}

/** First closes the list, then leaves the option, then the command. */
function leave(box: Box): Box {
  if (box.isOpen && box.active >= 0 && entriesOf(box).length > 0) return { ...box, isOpen: false, active: -1 };
  if (box.focused !== null) return focus(box, null);
  if (box.line || box.text !== '') return reduceBox(box, { type: 'answered' });
  return box;
}
