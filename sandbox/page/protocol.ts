/**
 * Messages between the demo page and its server over one WebSocket (`/live`), as JSON. The page numbers its requests
 * (`ask`), the server answers with that number and pushes changes. Types only, for both sides.
 */

export type Json = Record<string, unknown>;

/** A person that the visitor can play. `moderator` has Manage Channels; `user` is met in direct messages only. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: 'member' | 'moderator' | 'user';
  readonly locale: string;
}

/**
 * A channel of a server, a forum, a thread or a forum's post, or the direct messages of one person with the bot
 * (`ownerId`).
 */
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
  /** Pixels of a PNG. */
  readonly image: { readonly width: number; readonly height: number } | null;
  /** Whether an embed or a component already shows it. */
  readonly isShown: boolean;
}

/**
 * An emoji of the application: `<:name:id>` in a text, `emoji.id` of a control. Its `url` is one of the page's own
 * server.
 */
export interface EmojiView {
  readonly id: string;
  readonly name: string;
  readonly animated: boolean;
  readonly url: string;
}

/**
 * A message as Discord shows it. `embeds` and `components` are Discord's own JSON. Only the addresses of files and
 * emojis differ: they lead to the page's own server.
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
  /** In Components V2 (flag 32768) only the files that a component shows. */
  readonly files: readonly FileView[];
  readonly flags: number;
  /** The only reader, or null if everyone in the place sees it. */
  readonly onlyFor: string | null;
  /** "Crier is thinking". */
  readonly loading: boolean;
  /** The person and command that caused it, or null for a message without an interaction. */
  readonly asked: { readonly personId: string; readonly name: string; readonly command: string } | null;
}

/** A request to the service or to Discord. */
export interface RequestView {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number | null;
}

/** The state of the simulations and the bot's own health. Times are epoch ms, or null if unknown. */
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
  /** Names of the active faults, as in `WorldAct`. */
  readonly faults: readonly string[];
  /** The last 50, newest first. */
  readonly serviceRequests: readonly RequestView[];
  readonly discordRequests: readonly RequestView[];
}

/** A shop that the visitor can trade with or change. */
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
 * A visitor's change to the market or its service. Every number is whole. `fault` switches one on or off
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
  /** Null for a painting that a shop sells. */
  | { readonly kind: 'ban'; readonly canvas: string | null }
  | { readonly kind: 'fault'; readonly fault: WorldFault; readonly on: boolean };

/** A visitor's change to servers and people. */
export type ServerAct =
  /**
   * Invites the bot to a new server with the members and the moderator. `locale` is one of the welcome's, as
   * everywhere.
   */
  | { readonly kind: 'join'; readonly name: string; readonly locale: string }
  /** Removes the bot from a server, and invites it again. */
  | { readonly kind: 'leave' | 'return'; readonly guildId: string }
  /** Changes the language of a person or a server. */
  | { readonly kind: 'person-locale'; readonly personId: string; readonly locale: string }
  | { readonly kind: 'server-locale'; readonly guildId: string; readonly locale: string };

/** A file that a visitor has chosen, at most 10 MiB. */
export interface FileValue {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

export type OptionValues = Readonly<Record<string, string | number | boolean | FileValue>>;

/** The page's requests. `values` of channel and user options are ids. */
export type PageRequest =
  /** Lists the commands that this person may use there, as Discord's own JSON. Answer: `Json[]`. */
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
  /** `values` of the options. In a menu of channels or people they are ids. */
  | {
      readonly kind: 'select';
      readonly personId: string;
      readonly messageId: string;
      readonly customId: string;
      readonly values: readonly string[];
    }
  /** Sends the modal that an earlier answer opened: texts, and choices of menus. Answer: `Begun`. */
  | {
      readonly kind: 'submit';
      readonly personId: string;
      readonly modalId: string;
      readonly values: Readonly<Record<string, string | readonly string[]>>;
    }
  /** Answer: `ShopView[]`, at most 20, cheapest first. `text` is part of an item's name. */
  | { readonly kind: 'shops'; readonly text: string }
  /** Answer: a short sentence about the change. */
  | { readonly kind: 'world'; readonly act: WorldAct };

/** The bot has answered. `modal` (Discord's JSON) is shown and sent back with `modalId`; messages come as pushes. */
export interface Begun {
  readonly modal: Json | null;
  readonly modalId: string | null;
}

/** A failed answer's `error` is Discord's sentence for it ("The application did not respond"). */
export type FromServer =
  | { readonly answer: number; readonly ok: true; readonly value: unknown }
  | { readonly answer: number; readonly ok: false; readonly error: string }
  | {
      readonly push: 'welcome';
      readonly people: readonly Person[];
      readonly places: readonly Place[];
      readonly emojis: readonly EmojiView[];
      /** Languages of people and servers: Discord's own, and the pseudo-language `en-XA`. */
      readonly locales: readonly string[];
      readonly messages: readonly MessageView[];
      readonly world: WorldView;
    }
  /** The complete present list. */
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
