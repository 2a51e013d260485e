import { type Item, traitOf } from '../market/item/item.ts';
import { readSnbt, type Snbt } from '../market/item/snbt.ts';
import { wireField } from './assumptions.ts';
import { Faults, Tally } from './tally.ts';

/** Matches ingots, nuggets and blocks of one material. */
const METAL = /^(?:RAW_)?(?:IRON|GOLD|COPPER|NETHERITE|DIAMOND|EMERALD)_(?:INGOT|NUGGET|BLOCK)$/;
const DEEPEST_CHILD = 16;
/** Limits the unread texts remembered by their beginnings. */
const MOST_UNREAD_BEGINNINGS = 10_000;
const BEGINNING_CHARACTERS = 2_000;

/** Counts traded goods by kind, and their SNBT by unread parts and by component keys. */
export class GoodsTally {
  readonly kinds = new Tally();
  readonly traits = new Tally();
  readonly componentKeys = new Tally();
  readonly unread = new Faults();
  readonly identities = new Set<string>();
  readonly #unreadBeginnings = new Set<string>();
  count = 0;
  snbts = 0;
  largestSnbt = 0;

  /**
   * Counts the goods of an event.
   * @param wire the item as the service sent it
   */
  take(item: Item, wire: unknown): void {
    this.count += 1;
    this.identities.add(item.identity.key);
    for (const kind of kindsOf(item, wire)) this.kinds.add(kind);
    const { traits = [], shown = [] } = item.identity.variant ?? {};
    for (const { name } of [...traits, ...shown]) this.traits.add(name);
  }

  /** Counts the SNBT of an item as the service sent it, and of its contents. */
  lookAt(wire: unknown, depth = 0): void {
    const snbt = wireField(wire, 'snbt');
    if (typeof snbt === 'string') this.countSnbt(snbt);
    const children = wireField(wire, 'childItems');
    if (Array.isArray(children) && depth < DEEPEST_CHILD) for (const child of children) this.lookAt(child, depth + 1);
  }

  /** Returns whether a text with this beginning could not be read. */
  couldNotRead(snbt: string): boolean {
    return this.#unreadBeginnings.has(snbt.slice(0, BEGINNING_CHARACTERS));
  }

  countSnbt(snbt: string): void {
    this.snbts += 1;
    this.largestSnbt = Math.max(this.largestSnbt, snbt.length);
    if (snbt === '' || snbt === '{}') return;
    const read = readSnbt(snbt);
    if (read === null) {
      this.unread.note(`a text of ${sizeClassOf(snbt.length)} characters`, snbt);
      if (this.#unreadBeginnings.size < MOST_UNREAD_BEGINNINGS)
        this.#unreadBeginnings.add(snbt.slice(0, BEGINNING_CHARACTERS));
    } else for (const key of componentKeysOf(read)) this.componentKeys.add(key);
  }
}

/** Returns the names of the kinds that an item belongs to. */
function kindsOf(item: Item, wire: unknown): string[] {
  const { type, variant } = item.identity;
  const snbt = String(wireField(wire, 'snbt') ?? '');
  const children = wireField(wire, 'childItems');
  const isPicture = snbt.includes('camerapture:');
  const isDisc = snbt.includes('jukebox_playable');
  const tests: readonly (readonly [string, boolean])[] = [
    ['paintings', type === 'PAINTING'],
    ['paintings: canvases', type === 'PAINTING' && Boolean(variant?.canvas)],
    ['paintings: camera pictures', type === 'PAINTING' && isPicture],
    ['enchanted', (variant?.enchantments.length ?? 0) > 0],
    ['with a custom name', /custom_name|\bdisplay:\{[^}]*Name:/.test(snbt)],
    ['containers', Array.isArray(children)],
    ['containers: mixed', new Set(item.contents.map(({ identity }) => identity.key)).size > 1],
    ['custom discs', isDisc],
    ['other custom models', /custom_model_data|item_model/.test(snbt) && !isDisc && type !== 'PAINTING'],
    ['damaged', item.condition?.damaged === true || /(?:minecraft:damage"?|[{,]Damage):[1-9]/.test(snbt)],
    ['signed', item.condition?.signedBy !== undefined || /signature(?:s|line)/.test(snbt)],
    ['heads with a profile', type === 'PLAYER_HEAD' && /profile|SkullOwner/.test(snbt)],
    ['written books', traitOf(item.identity, 'book') !== null || type === 'WRITTEN_BOOK'],
    ['ingots, nuggets and blocks of one material', METAL.test(type)],
  ];
  return tests.filter(([, holds]) => holds).map(([name]) => name);
}

/** Returns the keys of the components, or of the tag in data of an older game. */
function componentKeysOf(snbt: Snbt): readonly string[] {
  if (!(snbt instanceof Map)) return [];
  const inner = snbt.get('components') ?? snbt.get('tag') ?? snbt;
  return inner instanceof Map ? [...inner.keys()] : [];
}

function sizeClassOf(length: number): string {
  return length < 100 ? 'under 100' : length < 10_000 ? 'under 10,000' : '10,000 or more';
}
