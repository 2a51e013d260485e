import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Watch } from '../../routing/watch.ts';
import { describeWatch } from './describe.ts';
import { clip, unmark } from './text.ts';

export type ControlRow = APIActionRowComponent<APIButtonComponent | APIStringSelectComponent>;

/** What one can do about a watch from its alert; in a menu the longest names come with each watch. */
const ACTIONS = [
  ['snooze', 'Snooze 1 h'],
  ['shops', 'Show shops'],
  ['stop', 'Stop'],
] as const;

/** Discord takes 25 choices: three for each of the first eight watches. */
const WATCHES_IN_A_MENU = 8;

/** The buttons under an alert of one watch; under one of several, a menu. */
export function alertControls(watches: readonly Watch[]): ControlRow | null {
  const [watch] = watches;
  if (!watch) return null;
  if (watches.length > 1) return { type: ComponentType.ActionRow, components: [menuOf(watches)] };
  return {
    type: ComponentType.ActionRow,
    components: ACTIONS.map(([action, label]) =>
      button(label, `watch:${action}:${watch.id}`, action === 'stop' ? ButtonStyle.Danger : ButtonStyle.Secondary),
    ),
  };
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

function menuOf(watches: readonly Watch[]): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: 'watch:menu:',
    placeholder: `${watches.length} of your watches`,
    options: watches.slice(0, WATCHES_IN_A_MENU).flatMap((watch) =>
      ACTIONS.map(([action, label]) => ({
        label: clip(`${label}: ${unmark(describeWatch(watch, watch.locale))}`, 100),
        value: `${action}:${watch.id}`,
      })),
    ),
  };
}
