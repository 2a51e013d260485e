import type { GetICUArgs } from '@schummar/icu-type-parser';
import { ALERT } from './english/alert.ts';
import { ERROR, REFUSAL } from './english/error.ts';
import { FEED } from './english/feed.ts';
import { HEALTH } from './english/health.ts';
import { GREETING, HELP } from './english/help.ts';
import { ME } from './english/me.ts';
import { MY_SHOPS } from './english/my-shops.ts';
import { FILTER, OPTION, TRIGGER } from './english/option.ts';
import { CHART, DEALS, PRICE } from './english/price.ts';
import { PAINTING, SHOP } from './english/shop.ts';
import { WATCH } from './english/watch.ts';
import { WEEKLY } from './english/weekly.ts';

/** Words in messages of every kind. */
export const COMMON = {
  'common.diamonds': '{amount} {n, plural, one {diamond} other {diamonds}}',
  'common.bundle': '{quantity} for {diamonds}',
  // Small print below the heading of a list whose prices are numbers without a unit.
  'common.in-diamonds': 'prices in diamonds',
  'common.shops': '{n, plural, one {# shop} other {# shops}}',
  'common.items': '{n, plural, one {# item} other {# items}}',
  'common.purchases': '{n, plural, one {# purchase} other {# purchases}}',
  // Between the parts of a description: `Slime Block, in world, compact`.
  'common.comma': '{first}, {second}',
  // Two sentences.
  'common.then': '{first} {second}',
  // Two facts of one line, none of which ends with a full stop: `Plain: 17 shops sell. Enchanted: 3 more sell`.
  'common.stop': '{first}. {second}',
  'common.more': '… and {count} more',
} as const;

/** Texts about offers, worth and the age of the data, which several messages share. */
export const WORDS = {
  /** The price of one item, without other prices next to it. `diamonds`: the number with its unit. */
  'offer.each': '**{diamonds}** each',
  /**
   * The price of one item after its bundle, which names the unit: `32 for 3 diamonds · 0.094 each`. `price`: a number.
   */
  'offer.unit': '{price} each',
  // The price of a watch, typed as a bundle: `0.094 diamonds each (32 for 3)`.
  'offer.typed': '{unit} ({bundle})',
  /** A number of items: `12 × Slime Block`. */
  'offer.goods': '{count} × {item}',
  /** Replaces the price of a box with several kinds of items, which has no price for one. */
  'offer.mixed-with': 'mixed contents with {count} of it',
  /** `1 box of 64 for 50 diamonds`. `kind`: box (a shulker box) or other (any other container). */
  'offer.boxes':
    '{kind, select, box {{n, plural, one {# box} other {# boxes}}} other {{n, plural, one {# container} other {# containers}}}} for {diamonds}',
  'offer.boxes-of':
    '{kind, select, box {{n, plural, one {# box} other {# boxes}}} other {{n, plural, one {# container} other {# containers}}}} of {count} for {diamonds}',
  /** A shop that buys, in a list: `pays 3 for 32`, or of one item `pays 3`. `price`: a number. */
  'offer.pays': 'pays {price} for {quantity}',
  'offer.pays-one': 'pays {price}',
  'offer.pays-boxes':
    '{kind, select, box {{n, plural, one {# box} other {# boxes}}} other {{n, plural, one {# container} other {# containers}}}}: pays {diamonds}',
  'offer.pays-boxes-of':
    '{kind, select, box {{n, plural, one {# box} other {# boxes}}} other {{n, plural, one {# container} other {# containers}}}} of {count}: pays {diamonds}',
  'offer.in-stock': '{count} in stock',
  'offer.about-in-stock': 'about {count} in stock',
  /** An estimated stock. */
  'offer.probably-in-stock': 'probably {count} in stock',
  'offer.out-of-stock': 'out of stock',
  'offer.probably-out-of-stock': 'probably out of stock',
  // A shop whose stock never runs out.
  'offer.unlimited': 'unlimited stock',
  // A shop that buys and has no room for another bundle.
  'offer.no-room': 'no room left',
  'offer.room': 'room for {count}',
  // The place and the owner of a shop; the first text replaces a missing name.
  'offer.unknown-owner': 'unknown owner',
  'offer.in-container': 'in {container}',
  /** The distance of a shop, after its place. */
  'offer.blocks-away': '{n, plural, one {# block} other {# blocks}}',
  /** The distance between worlds: one block of the Nether counts as eight. `there`: blocks in the shop's own world. */
  'offer.blocks-nether': '{n, plural, one {# block} other {# blocks}} ({there} in the Nether)',
  'offer.blocks-overworld': '{n, plural, one {# block} other {# blocks}} ({there} in the Overworld)',
  /** A shop's place, seen from the landmark. {direction}: an abbreviated point of the compass. */
  'offer.near':
    '{n, plural, one {# block} other {# blocks}} {direction, select, n {N} ne {NE} e {E} se {SE} s {S} sw {SW} w {W} other {NW}} of {landmark}',
  'offer.at-landmark': 'at {landmark}',
  // {place}: x and z of the same place in the Overworld.
  'offer.in-overworld': '{place} in the Overworld',
  /** Replaces a distance if no portal leads there, as to the End. */
  'offer.other-world': 'in another world',
  /** In a direct message. {distance}: `120 blocks`, `80 blocks (10 in the Nether)`. */
  'offer.from-home': '{distance} from your home',
  /**
   * Follows an item in the list of suggestions: `12 shops, from 32 for 3 diamonds · 0.094 each`. `offer`: the cheapest.
   */
  'item.sold': '{n, plural, one {# shop} other {# shops}}, from {offer}',
  /** Follows an item in the list of suggestions if no shop sells it. */
  'item.unsold': 'no shop sells it now',
  /** The only suggestion if no item matches the typed text. */
  'item.no-match': 'I know no item called “{text}”',
  /** The first line of an answer for an item that was guessed. */
  'item.guessed': 'Showing **{item}**. You typed “{text}”.',
  /** The first line of an answer that saved a watch or a feed for an item that was guessed. */
  'item.guessed-saved': 'Saved for **{item}**. You typed “{text}”.',
  /** The number of shops that have the item, in the same words in several answers. */
  'offer.shops': '{n, plural, one {# shop has it} other {# shops have it}}',
  'offer.shops-and-empty': '{n, plural, one {# shop has it} other {# shops have it}}, {empty} empty',
  'offer.buyers': '{n, plural, one {# shop buys it} other {# shops buy it}}',
  'offer.sellers': '{n, plural, one {# shop sells it} other {# shops sell it}}',

  /** A price compared with the worth. */
  'standing.under': '{percent}% under worth',
  'standing.over': '{percent}% over worth',
  'standing.at': 'at worth',
  'standing.times': '{times} times its worth',
  /** `23% under worth (0.25 each)`. `standing`: one of the four above. */
  'standing.of': '{standing} ({worth} each)',
  /** No offer or purchase was as cheap in this number of days, from 7 to 30. Follows other facts. */
  'standing.lowest': 'lowest in {n, plural, one {# day} other {# days}}',

  /** The basis of a worth. All shops of one owner count as one seller. */
  'worth.basis':
    'Worth from {n, plural, one {# purchase} other {# purchases}} at {sellers, plural, one {# seller} other {# sellers}}, one vote each',
  'worth.left-out': '{n, plural, one {# seller} other {# sellers}} left out: prices far off',
  'worth.few-trades': 'Too few purchases for a worth: it takes 5',
  'worth.few-sellers': 'Too few sellers for a worth: it takes 3, and all shops of one owner count as one',
  'worth.scattered': 'No worth: the sellers’ prices differ too much',

  /** `when`: `2 minutes ago`, or a time of day. */
  'freshness.shops': 'Shops as of {when}',
  'freshness.old': '⚠️ Old list: shops as of {when}',
  'freshness.failed': 'The last refresh failed: {why}',
  'freshness.failed-at': 'The last refresh failed {when}: {why}',
  'freshness.no-trades': 'No live stream since {when}: trades since then are unknown',
  'freshness.no-news': 'No live stream since {when}: auctions and trades since then are unknown',
  'freshness.reading-saved': 'I’m still reading the saved list of shops. Try again in a few seconds.',
  'freshness.no-list': 'The list of shops isn’t here yet.',
  'freshness.no-list-why': 'The list of shops isn’t here yet: {why}.',
  'freshness.asks-again': 'I’ll ask for it again at {time}.',
  'freshness.asking': 'I asked for it {when}; no answer yet.',
  /** A time without the live stream that has not ended. */
  'freshness.since': 'since {from}',
  'freshness.seconds': '{from} ({n, plural, one {# second} other {# seconds}})',
  'freshness.shorter': '{n, plural, one {# shorter one} other {# shorter ones}}',
} as const;

/**
 * Parts of an item's name: `“Harbour at Dusk” by Ada (copy)`, `Firework Rocket (flight 2)`, `Copper Helmet (damaged)`.
 */
export const ITEM = {
  // The title of a painting or a disc, or a player's name for an item.
  'item.quoted': '“{text}”',
  // {work}: a painting in quotation marks, or a book's title.
  'item.by': '{work} by {author}',
  'item.untitled': 'Untitled painting by {author}',
  'item.bracketed': '{name} ({details})',
  // A picture that a player took with a camera in the game.
  'item.picture': 'Camera picture',
  'item.picture-by': 'Camera picture by {author}',
  // {title}: in quotation marks.
  'item.disc': 'Music Disc {title}',
  // The generation of a painting or a book, in brackets.
  'item.original': 'original',
  'item.copy': 'copy',
  'item.copy-of-copy': 'copy of a copy',
  'item.tattered': 'tattered',
  // The flight duration of a firework rocket: 1, 2 or 3.
  'item.flight': 'flight {flight}',
  // An armour's trim: `Silence trim, Netherite`.
  'item.trim': '{pattern} trim, {material}',
  'item.damaged': 'damaged',
  'item.signed-by': 'signed by {names}',
} as const;

/** All texts that Discord users read, by key, in ICU MessageFormat. English is the source of the translations. */
export const ENGLISH = {
  ...CHART,
  ...COMMON,
  ...WORDS,
  ...FEED,
  ...GREETING,
  ...HELP,
  ...ALERT,
  ...REFUSAL,
  ...ERROR,
  ...ITEM,
  ...FILTER,
  ...OPTION,
  ...TRIGGER,
  ...SHOP,
  ...PRICE,
  ...DEALS,
  ...MY_SHOPS,
  ...HEALTH,
  ...PAINTING,
  ...WATCH,
  ...WEEKLY,
  ...ME,
} as const;

export type Texts = typeof ENGLISH;
export type Key = keyof Texts;

interface ArgumentTypes {
  /** The number selects the plural form. `#` in the text writes it as a count in the reader's format. */
  readonly ICUNumberArgument: number;
  /** Any other argument is finished text: prices and counts in the reader's format, players' text made harmless. */
  readonly ICUArgument: string;
}

type Arguments<K extends Key> = GetICUArgs<Texts[K], ArgumentTypes>;

/** The arguments of a text, derived from its English form. A missing or superfluous one does not compile. */
export type ArgumentsOf<K extends Key> = keyof Arguments<K> extends never ? [] : [values: Arguments<K>];

/** The key of a text without arguments, as a command's definition needs it. */
export type PlainKey = { [K in Key]: keyof Arguments<K> extends never ? K : never }[Key];
