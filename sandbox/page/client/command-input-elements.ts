import { type Entry, entriesOf, isStale } from './command-input-entries.ts';
import { COMMAND_INPUT_KEYS, type CommandInputEvent } from './command-input-reducer.ts';
import { type CommandInput, optionOf } from './command-input-state.ts';
import { fill, h } from './dom.ts';
import { createFileChooser } from './file-chooser.ts';

/** A file chooser handles the other keys itself. */
const STEPS_BACK = ['Escape', 'Backspace'] as const;

/**
 * Handles the visitor's input.
 * @returns whether it changed anything
 */
type Apply = (event: CommandInputEvent) => boolean;

/** Look of the input, and the meaning of its keys and clicks. */
export function createCommandInputElements(root: HTMLElement, apply: Apply) {
  const pills = h('span', { class: 'pills' });
  const input = createTextInput();
  const list = h('ul', { id: 'box-list', class: 'box-list', role: 'listbox', 'data-test': 'box-list' });
  const problem = h('p', { class: 'failure', role: 'alert', 'data-test': 'command-error' });
  const hint = h('p', { class: 'box-hint' });
  const chooser = createFileChooser({
    chosen: (file) => apply({ type: 'chosen', file }),
    unfit: (why) => apply({ type: 'unfit', why }),
  });
  root.append(list, h('div', { class: 'box-line' }, pills, chooser, input), hint, problem);
  listen(input, chooser, apply);

  function draw(state: CommandInput): void {
    const option = optionOf(state, state.focused);
    fill(pills, ...pillsOf(state, apply));
    if (input.value !== state.text) input.value = state.text;
    showField(input, chooser, option?.type === 'file');
    const entries = state.isOpen && !state.sending ? entriesOf(state) : [];
    list.hidden = entries.length === 0;
    list.toggleAttribute('data-stale', isStale(state));
    input.setAttribute('aria-expanded', String(entries.length > 0));
    input.setAttribute('aria-activedescendant', state.active >= 0 && entries.length > 0 ? `entry-${state.active}` : '');
    input.placeholder = state.line ? '' : 'Type / for commands';
    fill(list, ...entries.map((entry, i) => rowOf(entry, i, state.active, apply)));
    list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    hint.textContent = state.sending
      ? 'Sending…'
      : (option?.description ?? (state.line ? `${state.line.description}. Enter runs it.` : ''));
    problem.textContent = state.error ?? '';
  }

  return {
    draw,
    focus: () => input.focus(),
    showError(sentence: string): void {
      problem.textContent = sentence;
    },
  };
}

/** The line for a command and its options. */
function createTextInput(): HTMLInputElement {
  return h('input', {
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
}

function listen(input: HTMLInputElement, chooser: HTMLElement, apply: Apply): void {
  input.addEventListener('input', () => apply({ type: 'typed', text: input.value }));
  input.addEventListener('keydown', (event) => {
    const key = COMMAND_INPUT_KEYS.find((one) => one === event.key);
    if (key && !event.isComposing && apply({ type: 'key', key })) event.preventDefault();
  });
  chooser.addEventListener('keydown', (event) => {
    const key = STEPS_BACK.find((one) => one === event.key);
    if (key && apply({ type: 'key', key })) event.preventDefault();
  });
}

/** The command, the options that have a value, and the one that is being filled in. */
function pillsOf(state: CommandInput, apply: Apply) {
  const option = optionOf(state, state.focused);
  return [
    state.line && h('b', {}, state.line.line),
    ...state.filled.map(({ name, label }) => {
      const onclick = () => apply({ type: 'reopened', name });
      return h('button', { type: 'button', class: 'pill', onclick }, h('i', {}, name), label);
    }),
    option && h('span', { class: 'pill is-open' }, h('i', {}, option.name)),
  ];
}

/** Shows the chooser for a file, the text field otherwise. The shown field inherits the keyboard focus. */
function showField(input: HTMLInputElement, chooser: HTMLElement, isFile: boolean): void {
  if (chooser.hidden !== isFile) return;
  const hadFocus = document.activeElement === input || document.activeElement === chooser;
  [chooser.hidden, input.hidden] = [!isFile, isFile];
  if (hadFocus) (isFile ? chooser : input).focus();
}

function rowOf({ label, hint }: Entry, index: number, active: number, apply: Apply): HTMLElement {
  const row = h(
    'li',
    { id: `entry-${index}`, role: 'option', 'aria-selected': String(index === active) },
    h('b', {}, label),
    h('span', {}, hint),
  );
  row.addEventListener('mousedown', (event) => {
    event.preventDefault();
    apply({ type: 'clicked', index });
  });
  return row;
}
