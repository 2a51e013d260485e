import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIStringSelectComponent,
  ComponentType,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { Watch } from '../../../routing/watch.ts';
import { snoozeEnd } from '../../../subscriptions/watch-state.ts';
import { button, itemId } from '../layout/controls.ts';
import { describeItem, describeWatch } from '../words/describe.ts';
import { clip, unmark } from '../words/text.ts';

export type ControlRow = APIActionRowComponent<APIButtonComponent | APIStringSelectComponent>;

/** The acts that the owner of a watch can choose in its alert. */
const ACTIONS = [
  ['snooze', 'alert.button-snooze'],
  ['shops', 'alert.button-shops'],
  ['stop', 'alert.button-stop'],
] as const;

/** Discord's limit of a menu. */
const CHOICES = 25;
const BUTTONS = 5;

/**
 * The buttons under an alert of one watch. Under one of several, a menu of the watches; the choice shows the buttons.
 * @param now epoch ms of a press: a watch that is snoozed then is not offered *Snooze*. null in a new alert
 */
export function alertControls(
  watches: readonly Watch[],
  language: Language,
  now: number | null = null,
): ControlRow | null {
  // A watch that tells once is gone when its alert is read: only what needs no watch can be offered.
  const lasting = watches.filter(({ repeat }) => repeat !== 'once');
  const [watch] = lasting;
  if (!watch) return shopsButtons(watches, language);
  if (watches.length > 1) return { type: ComponentType.ActionRow, components: [menuOf(lasting, language)] };
  return {
    type: ComponentType.ActionRow,
    components: actionsFor(watch, now).map(([action, key]) =>
      button(language.say(key), `watch:${action}:${watch.id}`, { style: action === 'stop' ? 'danger' : 'usual' }),
    ),
  };
}

/** Whether the controls under an alert of these watches are a menu that names each of them. */
export function hasMenuOfAll(watches: readonly Watch[]): boolean {
  return watches.length > 1 && watches.length <= CHOICES && watches.every(({ repeat }) => repeat !== 'once');
}

/** A watch on everything has no list of shops to show: `/deals` is the place for that. */
function actionsFor(watch: Watch, now: number | null) {
  const hasShops = watch.item !== null || watch.trigger === 'my-shop';
  const isSnoozed = now !== null && snoozeEnd(watch, now) !== null;
  return ACTIONS.filter(([action]) => (action !== 'shops' || hasShops) && (action !== 'snooze' || !isSnoozed));
}

/** *Show shops* of each item, by the item itself. */
function shopsButtons(watches: readonly Watch[], language: Language): ControlRow | null {
  const items = new Map(
    watches.flatMap(({ item }) => {
      const id = item === null ? null : itemId('shop:item', item);
      return item === null || id === null ? [] : [[id, item] as const];
    }),
  );
  const components = [...items].slice(0, BUTTONS).map(([id, item]) => {
    const label =
      items.size === 1
        ? language.say('alert.button-shops')
        : language.say('alert.button-shops-of', { item: unmark(describeItem(item, language)) });
    return button(clip(label, 80), id);
  });
  return components.length === 0 ? null : { type: ComponentType.ActionRow, components };
}

/** *Undo* on an alert after a press, which shows there what it did. */
export function undoOnAlertButton(key: string, language: Language): ControlRow {
  return {
    type: ComponentType.ActionRow,
    components: [button(language.say('alert.button-undo'), `watch:restore:${key}`)],
  };
}

/** *Keep it* under the news that a watch ends. */
export function keepButton(watchId: string, language: Language): ControlRow {
  return {
    type: ComponentType.ActionRow,
    components: [button(language.say('alert.button-keep'), `watch:keep:${watchId}`, { style: 'main' })],
  };
}

function menuOf(watches: readonly Watch[], language: Language): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: 'watch:menu:',
    placeholder: formatPlaceholder(watches.length, language),
    options: watches.slice(0, CHOICES).map((watch) => ({
      label: clip(unmark(describeWatch(watch, language)), 100),
      value: `choose:${watch.id}`,
    })),
  };
}

function formatPlaceholder(watches: number, language: Language): string {
  if (watches <= CHOICES) return language.say('alert.menu');
  return language.say('alert.menu-some', { count: whole(CHOICES, language), all: whole(watches, language) });
}
