/**
 * What the demo page and its server say to each other over one WebSocket (`/live`), as JSON. The page asks with a number
 * of its own (`ask`), the server answers with that number, and pushes what happens meanwhile. Types only: both sides use it.
 */

export type Json = Record<string, unknown>;

/** Somebody the visitor can be. `moderator` has Manage Channels; `user` is met in direct messages only. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: 'member' | 'moderator' | 'user';
  readonly locale: string;
}

/** A channel of a server, a forum, a thread or a forum's post, or the direct messages of one person with the bot (`ownerId`). */
export interface Place {
  readonly id: string;
  readonly name: string;
  /** Discord's channel type by number: 0 a text channel, 1 direct messages, 11 a thread, 15 a forum. */
  readonly type: number;
  /** The channel or forum of a thread. */
  readonly parentId: string | null;
  readonly guildId: string | null;
  /** The server's name. */
  readonly guild: string | null;
  readonly ownerId: string | null;
}

/** A file of a message. Its `url` is one of the page's own server. */
export interface FileView {
  readonly name: string;
  readonly url: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly description: string | null;
  /** Of a PNG, in pixels. */
  readonly image: { readonly width: number; readonly height: number } | null;
  /** Whether an embed or a component shows it already. */
  readonly isShown: boolean;
}

/** An emoji of the application: `<:name:id>` in a text, `emoji.id` of a control. Its `url` is one of the page's own server. */
export interface EmojiView {
  readonly id: string;
  readonly name: string;
  readonly animated: boolean;
  readonly url: string;
}

/**
 * A message as Discord shows it. `embeds` and `components` are Discord's own JSON, as they were sent, but for the addresses
 * of files and emojis, which lead to the page's own server.
 */
export interface MessageView {
  readonly id: string;
  readonly placeId: string;
  readonly author: { readonly id: string; readonly name: string; readonly isBot: boolean };
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly content: string;
  readonly embeds: readonly Json[];
  readonly components: readonly Json[];
  /** Of a message in Components V2 (flag 32768) only those that a component shows. */
  readonly files: readonly FileView[];
  readonly flags: number;
  /** Who alone sees it; null: everyone there. */
  readonly onlyFor: string | null;
  /** "Crier is thinking". */
  readonly loading: boolean;
  /** Who asked for it with which command; null: it came by itself. */
  readonly asked: { readonly personId: string; readonly name: string; readonly command: string } | null;
}

/** A request that was made to the service or to Discord. */
export interface RequestView {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly tookMs: number | null;
}

/** The world behind: what the simulations and the bot's own health say. Times are epoch ms; null: not known. */
export interface WorldView {
  readonly stream: { readonly state: string; readonly since: number; readonly lastEventAt: number | null } | null;
  readonly snapshot: {
    readonly takenAt: number | null;
    readonly records: number;
    readonly nextAt: number | null;
  } | null;
  readonly outbox: number | null;
  readonly shops: number;
  readonly banned: number;
  /** Names of the faults that are on now, as `WorldAct` names them. */
  readonly faults: readonly string[];
  /** The last 50, newest first. */
  readonly serviceRequests: readonly RequestView[];
  readonly discordRequests: readonly RequestView[];
}

/** A shop as the world's side offers it for buying, selling and so on. */
export interface ShopView {
  readonly id: number;
  readonly item: string;
  readonly type: string;
  readonly kind: string;
  readonly owner: string;
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
}

export const WORLD_FAULTS = [
  'service-restart',
  'service-502',
  'stream-frozen',
  'slow-ticks',
  'health-503',
  'discord-429',
  'discord-500',
  'closed-dms',
  'lost-permission',
] as const;
export type WorldFault = (typeof WORLD_FAULTS)[number];

export type WorldAct = MarketAct | ServerAct;

/**
 * What the visitor does to the market and what lies behind it; every number is whole. `fault` switches one on or off
 * (`service-restart` ends by itself).
 */
export type MarketAct =
  | { readonly kind: 'auction'; readonly type: string; readonly amount: number; readonly finalBid: number }
  | { readonly kind: 'buy' | 'sell'; readonly shopId: number; readonly bundles: number }
  | {
      readonly kind: 'list';
      readonly type: string;
      readonly quantity: number;
      readonly price: number;
      readonly remaining: number;
    }
  | { readonly kind: 'sell-out'; readonly shopId: number }
  | { readonly kind: 'restock'; readonly shopId: number; readonly items: number }
  | { readonly kind: 'price'; readonly shopId: number; readonly price: number }
  /** Null: a painting that a shop sells. */
  | { readonly kind: 'ban'; readonly canvas: string | null }
  | { readonly kind: 'fault'; readonly fault: WorldFault; readonly on: boolean };

/** What the visitor does to the servers and the people there. */
export type ServerAct =
  /** The bot is invited to a new server, where the members and the moderator are. `locale`: one of the welcome's, as everywhere. */
  | { readonly kind: 'join'; readonly name: string; readonly locale: string }
  /** Removes the bot from a server, and invites it there again. */
  | { readonly kind: 'leave' | 'return'; readonly guildId: string }
  /** A person, or a server, changes their language. */
  | { readonly kind: 'person-locale'; readonly personId: string; readonly locale: string }
  | { readonly kind: 'server-locale'; readonly guildId: string; readonly locale: string };

/** A file that a visitor has chosen; at most 10 MiB. */
export interface FileValue {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

export type OptionValues = Readonly<Record<string, string | number | boolean | FileValue>>;

/** What the page asks. `values` of channel and user options are their ids. */
export type PageRequest =
  /** The commands that this person may use there: Discord's own JSON. Answer: `Json[]`. */
  | { readonly kind: 'commands'; readonly personId: string; readonly placeId: string }
  /** Answer: `{ name, value }[]`. */
  | {
      readonly kind: 'suggest';
      readonly personId: string;
      readonly placeId: string;
      readonly line: string;
      readonly focused: string;
      readonly text: string;
      readonly values: OptionValues;
    }
  /** Answer: `Begun`. `line` such as `/feed add`. */
  | {
      readonly kind: 'run';
      readonly personId: string;
      readonly placeId: string;
      readonly line: string;
      readonly values: OptionValues;
    }
  | { readonly kind: 'press'; readonly personId: string; readonly messageId: string; readonly customId: string }
  /** `values`: what the options say; of a menu of channels or people their ids. */
  | {
      readonly kind: 'select';
      readonly personId: string;
      readonly messageId: string;
      readonly customId: string;
      readonly values: readonly string[];
    }
  /** Sends the modal that an earlier answer opened: a text, or what was chosen in a menu. Answer: `Begun`. */
  | {
      readonly kind: 'submit';
      readonly personId: string;
      readonly modalId: string;
      readonly values: Readonly<Record<string, string | readonly string[]>>;
    }
  /** Answer: `ShopView[]`, at most 20, cheapest first; `text` is part of an item's name. */
  | { readonly kind: 'shops'; readonly text: string }
  /** Answer: a short sentence that says what was done. */
  | { readonly kind: 'world'; readonly act: WorldAct };

/** The bot has answered. `modal` (Discord's JSON) is to be shown and sent back with `modalId`; messages come as pushes. */
export interface Begun {
  readonly modal: Json | null;
  readonly modalId: string | null;
}

/** A failed answer's `error` is a sentence as Discord would show it ("The application did not respond"). */
export type FromServer =
  | { readonly answer: number; readonly ok: true; readonly value: unknown }
  | { readonly answer: number; readonly ok: false; readonly error: string }
  | {
      readonly push: 'welcome';
      readonly people: readonly Person[];
      readonly places: readonly Place[];
      readonly emojis: readonly EmojiView[];
      /** The languages that a person or a server may have: Discord's own, and the pseudo-language `en-XA`. */
      readonly locales: readonly string[];
      readonly messages: readonly MessageView[];
      readonly world: WorldView;
    }
  /** All of them, as they are now. */
  | { readonly push: 'people'; readonly people: readonly Person[] }
  | { readonly push: 'places'; readonly places: readonly Place[] }
  | { readonly push: 'emojis'; readonly emojis: readonly EmojiView[] }
  | { readonly push: 'message' | 'edit'; readonly message: MessageView }
  | { readonly push: 'delete'; readonly messageId: string }
  | { readonly push: 'world'; readonly world: WorldView };

export interface FromPage {
  readonly ask: number;
  readonly what: PageRequest;
}
