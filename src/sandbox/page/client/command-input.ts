import type { Begun } from '../protocol.ts';
import { entriesOf, isStale } from './command-input-entries.ts';
import {
  COMMAND_INPUT_KEYS,
  type CommandInputEvent,
  type CommandInputKey,
  reduceCommandInput,
} from './command-input-reducer.ts';
import { type CommandInput, EMPTY_COMMAND_INPUT, optionOf, suggestionsWanted } from './command-input-state.ts';
import { linesOf } from './command-lines.ts';
import { type Connection, sentenceOf } from './connection.ts';
import { fill, h } from './dom.ts';
import { createFileChooser } from './file-chooser.ts';
import { personOf, placesOf, type View } from './view.ts';

const DEBOUNCE_MS = 120;
/** A file chooser keeps the other keys to itself. */
const STEPS_BACK = ['Escape', 'Backspace'] as const;

/** The input to type commands in: draws the state that `reduceCommandInput` makes, and asks the bot what it needs. */
export function createCommandInput(
  root: HTMLElement,
  connection: Connection,
  view: () => View,
  onBegun: (begun: Begun) => void,
) {
  const pills = h('span', { class: 'pills' });
  const input = h('input', {
    type: 'text',
    class: 'box-input',
    role: 'combobox',
    'aria-controls': 'box-list',
    'aria-autocomplete': 'list',
    'aria-label': 'Type a command',
    placeholder: 'Type / for commands',
    autocomplete: 'off',
    spellcheck: 'false',
    'data-test': 'box',
  });
  const list = h('ul', { id: 'box-list', class: 'box-list', role: 'listbox', 'data-test': 'box-list' });
  const problem = h('p', { class: 'failure', role: 'alert', 'data-test': 'command-error' });
  const hint = h('p', { class: 'box-hint' });
  const chooser = createFileChooser({
    chosen: (file) => apply({ type: 'chosen', file }),
    unfit: (why) => apply({ type: 'unfit', why }),
  });
  root.append(list, h('div', { class: 'box-line' }, pills, chooser, input), hint, problem);
  let state: CommandInput = EMPTY_COMMAND_INPUT;
  let asked = '';
  let timer = 0;

  function apply(event: CommandInputEvent): boolean {
    const next = reduceCommandInput(state, event);
    if (next === state) return false;
    const begins = next.sending !== null && next.sending !== state.sending;
    state = next;
    draw();
    if (begins) void run();
    wantSuggestions();
    return true;
  }

  async function run(): Promise<void> {
    const { personId, placeId } = view();
    if (!state.sending) return;
    try {
      const begun = await connection.ask({ kind: 'run', personId, placeId, ...state.sending });
      apply({ type: 'answered' });
      onBegun(begun);
    } catch (error) {
      apply({ type: 'refused', error: sentenceOf(error) });
    }
    input.focus();
  }

  function wantSuggestions(): void {
    const wanted = suggestionsWanted(state);
    if (!wanted || wanted.key === asked) return;
    asked = wanted.key;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const { personId, placeId } = view();
      const { key, line, focused, text, values } = wanted;
      try {
        const choices = await connection.ask({ kind: 'suggest', personId, placeId, line, focused, text, values });
        apply({ type: 'suggested', key, choices });
      } catch (error) {
        problem.textContent = sentenceOf(error);
      }
    }, DEBOUNCE_MS);
  }

  function draw(): void {
    const option = optionOf(state, state.focused);
    fill(
      pills,
      state.line && h('b', {}, state.line.line),
      ...state.filled.map(({ name, label }) =>
        h(
          'button',
          { type: 'button', class: 'pill', onclick: () => apply({ type: 'reopened', name }) },
          h('i', {}, name),
          label,
        ),
      ),
      option && h('span', { class: 'pill is-open' }, h('i', {}, option.name)),
    );
    if (input.value !== state.text) input.value = state.text;
    showField(option?.type === 'file');
    const entries = state.isOpen && !state.sending ? entriesOf(state) : [];
    list.hidden = entries.length === 0;
    list.toggleAttribute('data-stale', isStale(state));
    input.setAttribute('aria-expanded', String(entries.length > 0));
    input.setAttribute('aria-activedescendant', state.active >= 0 && entries.length > 0 ? `entry-${state.active}` : '');
    input.placeholder = state.line ? '' : 'Type / for commands';
    fill(list, ...entries.map((entry, i) => rowOf(entry.label, entry.hint, i)));
    list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    hint.textContent = state.sending
      ? 'Sending…'
      : (option?.description ?? (state.line ? `${state.line.description}. Enter runs it.` : ''));
    problem.textContent = state.error ?? '';
  }

  /** One field at a time: the chooser for a file, the text for everything else. The keys go to whichever shows. */
  function showField(isFile: boolean): void {
    if (chooser.hidden !== isFile) return;
    const hadFocus = [input, chooser].includes(document.activeElement as HTMLInputElement);
    [chooser.hidden, input.hidden] = [!isFile, isFile];
    if (hadFocus) (isFile ? chooser : input).focus();
  }

  function rowOf(label: string, explanation: string, index: number): HTMLElement {
    const row = h(
      'li',
      { id: `entry-${index}`, role: 'option', 'aria-selected': String(index === state.active) },
      h('b', {}, label),
      h('span', {}, explanation),
    );
    row.addEventListener('mousedown', (event) => {
      event.preventDefault();
      apply({ type: 'clicked', index });
    });
    return row;
  }

  input.addEventListener('input', () => apply({ type: 'typed', text: input.value }));
  input.addEventListener('keydown', (event) => {
    const key = COMMAND_INPUT_KEYS.find((one) => one === event.key) as CommandInputKey | undefined;
    if (key && !event.isComposing && apply({ type: 'key', key })) event.preventDefault();
  });
  chooser.addEventListener('keydown', (event) => {
    const key = STEPS_BACK.find((one) => one === event.key);
    if (key && apply({ type: 'key', key })) event.preventDefault();
  });
  draw();

  return {
    /** Asks anew which commands this person may use here. */
    async offer(): Promise<void> {
      const { personId, placeId, isOnline } = view();
      if (!isOnline || !personId || !placeId) return;
      try {
        const commands = await connection.ask({ kind: 'commands', personId, placeId });
        const now = view();
        if (now.personId !== personId || now.placeId !== placeId) return;
        const channels = placesOf(now).filter(({ guild }) => guild !== null);
        apply({
          type: 'offered',
          lines: linesOf(commands, personOf(now)?.locale ?? 'en-US'),
          channels: channels.map(({ id, name, type }) => ({ name, value: id, type })),
          people: now.people.map(({ id, name }) => ({ name, value: id })),
        });
      } catch (error) {
        problem.textContent = sentenceOf(error);
      }
    },
  };
}
