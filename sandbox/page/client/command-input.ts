import type { Begun } from '../protocol.ts';
import { createCommandInputElements } from './command-input-elements.ts';
import { type CommandInputEvent, reduceCommandInput } from './command-input-reducer.ts';
import { type CommandInput, EMPTY_COMMAND_INPUT, suggestionsWanted } from './command-input-state.ts';
import { linesOf } from './command-lines.ts';
import { type Connection, sentenceOf } from './connection.ts';
import { namesIn } from './names.ts';
import { personOf, type View } from './view.ts';

const DEBOUNCE_MS = 120;

/** The command input: shows the state of `reduceCommandInput`, and asks the bot for suggestions. */
export function createCommandInput(
  root: HTMLElement,
  connection: Connection,
  view: () => View,
  onBegun: (begun: Begun) => void,
) {
  const elements = createCommandInputElements(root, (event) => apply(event));
  let state: CommandInput = EMPTY_COMMAND_INPUT;
  let asked = '';
  let timer = 0;

  function apply(event: CommandInputEvent): boolean {
    const next = reduceCommandInput(state, event);
    if (next === state) return false;
    const begins = next.sending !== null && next.sending !== state.sending;
    state = next;
    elements.draw(state);
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
    elements.focus();
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
        elements.showError(sentenceOf(error));
      }
    }, DEBOUNCE_MS);
  }

  elements.draw(state);

  return {
    /** Fills in a command, such as `/watch list`, for the visitor to continue. */
    begin(line: string): void {
      apply({ type: 'begun', line });
      elements.focus();
    },
    /** Reloads the commands that this person may use here. */
    async offer(): Promise<void> {
      const { personId, placeId, isOnline } = view();
      if (!isOnline || !personId || !placeId) return;
      try {
        const commands = await connection.ask({ kind: 'commands', personId, placeId });
        const now = view();
        if (now.personId !== personId || now.placeId !== placeId) return;
        const { channels, people } = namesIn(now);
        apply({ type: 'offered', lines: linesOf(commands, personOf(now)?.locale ?? 'en-US'), channels, people });
      } catch (error) {
        elements.showError(sentenceOf(error));
      }
    },
  };
}
