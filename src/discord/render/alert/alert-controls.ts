import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Watch } from '../../../routing/watch.ts';
import { describeItem, describeWatch } from '../words/describe.ts';
import { isCustomId, itemId } from '../words/item-id.ts';
import { clip, count, unmark } from '../words/text.ts';

export type ControlRow = APIActionRowComponent<APIButtonComponent | APIStringSelectComponent>;

/** What one can do about a watch from its alert; in a menu the longest names come with each watch. */
const ACTIONS = [
  ['snooze', 'Snooze 1 h'],
  ['shops', 'Show shops'],
  ['stop', 'Stop'],
] as const;

/** Discord takes 25 choices: three for each of eight watches; of more, a watch is chosen first, and then what to do. */
const CHOICES = 25;
const WATCHES_WITH_ACTIONS = 8;
const BUTTONS = 5;

/** The buttons under an alert of one watch; under one of several, a menu. */
export function alertControls(watches: readonly Watch[], language: Language): ControlRow | null {
  // A watch that tells once is gone when its alert is read: only what needs no watch can be offered.
  const lasting = watches.filter(({ repeat }) => repeat !== 'once');
  const [watch] = lasting;
  if (!watch) return shopsButtons(watches);
  if (watches.length > 1) return { type: ComponentType.ActionRow, components: [menuOf(lasting, language)] };
  return {
    type: ComponentType.ActionRow,
    components: ACTIONS.map(([action, label]) =>
      button(label, `watch:${action}:${watch.id}`, action === 'stop' ? ButtonStyle.Danger : ButtonStyle.Secondary),
    ),
  };
}

/** *Show shops* of each item, by the item itself. */
function shopsButtons(watches: readonly Watch[]): ControlRow | null {
  const items = new Map(
    watches.flatMap(({ item }) => (item === null ? [] : [[itemId('shop:item', item), item] as const])),
  );
  const components = [...items]
    .filter(([id]) => isCustomId(id))
    .slice(0, BUTTONS)
    .map(([id, item]) => {
      const label = items.size === 1 ? 'Show shops' : clip(`Show shops: ${unmark(describeItem(item))}`, 80);
      return button(label, id, ButtonStyle.Secondary);
    });
  return components.length === 0 ? null : { type: ComponentType.ActionRow, components };
}

/** *Undo* under the answer to a change; `key`: of the kept step. */
export function undoButton(key: string): ControlRow {
  return { type: ComponentType.ActionRow, components: [button('Undo', `watch:undo:${key}`, ButtonStyle.Secondary)] };
}

/** *Keep it* under the news that a watch ends. */
export function keepButton(watchId: string): ControlRow {
  return {
    type: ComponentType.ActionRow,
    components: [button('Keep it 30 days', `watch:keep:${watchId}`, ButtonStyle.Primary)],
  };
}

function button(
  label: string,
  custom_id: string,
  style: ButtonStyle.Primary | ButtonStyle.Secondary | ButtonStyle.Danger,
): APIButtonComponent {
  return { type: ComponentType.Button, style, label, custom_id };
}

function menuOf(watches: readonly Watch[], language: Language): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: 'watch:menu:',
    placeholder: `Snooze, show shops or stop: ${formatHowMany(watches.length)}`,
    options:
      watches.length > WATCHES_WITH_ACTIONS
        ? watches.slice(0, CHOICES).map((watch) => choiceOf(watch, language))
        : watches.flatMap((watch) => actionsOf(watch, language)),
  };
}

function formatHowMany(watches: number): string {
  return watches > CHOICES
    ? `${CHOICES} of ${watches} watches, the others by /watch`
    : count(watches, 'watch', 'en-US', 'watches');
}

function choiceOf(watch: Watch, language: Language) {
  return { label: clip(unmark(describeWatch(watch, language)), 100), value: `choose:${watch.id}` };
}

function actionsOf(watch: Watch, language: Language) {
  return ACTIONS.map(([action, label]) => ({
    label: clip(`${label}: ${choiceOf(watch, language).label}`, 100),
    value: `${action}:${watch.id}`,
  }));
}
