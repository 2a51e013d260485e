import type { OptionValues } from '../../../../sandbox/discord/people/command-call.ts';
import type { ModalValues } from '../../../../sandbox/discord/people/modal-submission.ts';
import type { Channel, Role } from '../../../../sandbox/discord/world/entities.ts';
import type { Stake, Who } from './users.ts';

/**
 * The state before the attempt. For `searched`, `too-dear` and `reported` the owner has searched or seen a report, and
 * `Created.key` is the key of the query.
 */
export type InitialState = 'on' | 'paused' | 'removed' | 'searched' | 'too-dear' | 'reported';

/**
 * The subscription that an attempt acts on.
 * - `key`: the key of a saved query or undo step, or empty if the state before the attempt has none
 * - `n`: a unique number
 * - `file`: the owner's watches as a file, at another price
 * - `roles`: one that everybody may mention, and another
 */
export interface Created {
  readonly id: string;
  readonly key: string;
  readonly n: number;
  readonly market: Channel;
  readonly file: string;
  readonly roles: { readonly mentionable: Role; readonly other: Role };
}

/** An action and its permitted users. `WATCH`, `FEED` and `KEY` in `act` stand for the subscription's id and key. */
export interface Row {
  readonly act: string;
  /** Added to the title if a command has several rows. */
  readonly note?: string;
  readonly stake: Stake;
  readonly may: readonly Who[];
  /** `on` by default. */
  readonly before?: InitialState;
  /** The options of a command. */
  readonly options?: (made: Created) => OptionValues;
  /** The choice in a menu. */
  readonly chosen?: string;
  /**
   * The values of a form, which the button `opens` opens for permitted users. Others send it as if it had been opened
   * for them.
   */
  readonly form?: { readonly opens: string; readonly values: (made: Created) => ModalValues };
}

const OWNER: readonly Who[] = ['owner'];
const MODERATOR: readonly Who[] = ['moderator here'];
const NOBODY: readonly Who[] = [];

const watch = ({ id }: Created) => ({ watch: id });
const feed = ({ id }: Created) => ({ feed: id });
const slime = () => ({ item: 'Slime Block' });

/** Permissions of each command; a test fails if a command is missing. */
export const COMMANDS: readonly Row[] = [
  {
    act: '/watch add',
    stake: 'watch',
    may: OWNER,
    options: ({ n }) => ({ ...slime(), trigger: 'auctioned', price: n }),
  },
  { act: '/watch edit', stake: 'watch', may: OWNER, options: (made) => ({ ...watch(made), cooldown: 7 }) },
  { act: '/watch list', stake: 'watch', may: NOBODY },
  { act: '/watch pause', stake: 'watch', may: OWNER, options: watch },
  { act: '/watch resume', stake: 'watch', may: OWNER, before: 'paused', options: watch },
  { act: '/watch remove', stake: 'watch', may: OWNER, options: watch },
  { act: '/watch undo', stake: 'watch', may: OWNER, before: 'paused' },
  { act: '/watch explain', stake: 'watch', may: NOBODY, options: watch },
  { act: '/watch export', stake: 'watch', may: NOBODY },
  {
    act: '/watch import',
    stake: 'watch',
    may: OWNER,
    options: ({ file: content }) => ({ file: { name: 'mine.json', content } }),
  },
  {
    act: '/watch quiet',
    stake: 'watch',
    may: OWNER,
    options: () => ({ from: '22:00', to: '07:00', timezone: 'UTC' }),
  },
  { act: '/watch my-shop', stake: 'watch', may: OWNER, options: ({ n }) => ({ owner: `Player${n}` }) },
  { act: '/watch forget', stake: 'watch', may: OWNER },
  {
    act: '/feed add',
    stake: 'feed',
    may: MODERATOR,
    options: ({ n, market: channel }) => ({ kind: 'auctions', 'min-value': n, channel }),
  },
  { act: '/feed edit', stake: 'feed', may: MODERATOR, options: (made) => ({ ...feed(made), 'min-value': made.n }) },
  {
    act: '/feed edit',
    note: ' with a role that everybody may mention',
    stake: 'feed',
    may: MODERATOR,
    options: (made) => ({ ...feed(made), role: made.roles.mentionable }),
  },
  {
    act: '/feed edit',
    note: ' with a role that nobody here may mention',
    stake: 'feed',
    may: NOBODY,
    options: (made) => ({ ...feed(made), role: made.roles.other }),
  },
  {
    act: '/feed add',
    note: ' with a role that nobody here may mention',
    stake: 'feed',
    may: NOBODY,
    options: ({ n, market: channel, roles }) => ({ kind: 'auctions', 'min-value': n, channel, role: roles.other }),
  },
  { act: '/feed list', stake: 'feed', may: NOBODY },
  { act: '/feed check', stake: 'feed', may: NOBODY },
  { act: '/feed pause', stake: 'feed', may: MODERATOR, options: feed },
  { act: '/feed resume', stake: 'feed', may: MODERATOR, before: 'paused', options: feed },
  { act: '/feed remove', stake: 'feed', may: MODERATOR, options: feed },
  {
    act: '/feed quiet',
    stake: 'feed',
    may: MODERATOR,
    options: (made) => ({ ...feed(made), from: '22:00', to: '07:00', timezone: 'UTC' }),
  },
  { act: '/feed test', stake: 'feed', may: NOBODY, options: feed },
  { act: '/shop', stake: 'watch', may: NOBODY, options: slime },
  { act: '/price', stake: 'watch', may: NOBODY, options: slime },
  { act: '/deals', stake: 'watch', may: NOBODY },
  { act: '/health', stake: 'feed', may: NOBODY },
  { act: '/help', stake: 'feed', may: NOBODY },
  { act: '/painting-banned', stake: 'feed', may: NOBODY },
  { act: '/painting', stake: 'feed', may: NOBODY, options: () => ({ painting: 'Harbour' }) },
  { act: '/me', stake: 'watch', may: OWNER, options: () => ({ x: 1, z: 2 }) },
  { act: '/my-shops', stake: 'watch', may: NOBODY, options: () => ({ owner: 'Ada' }) },
];

/** A row for a control under the owner's search. */
const asked = (act: string, chosen?: string): Row => ({
  act,
  stake: 'watch',
  may: NOBODY,
  before: 'searched',
  ...(chosen !== undefined && { chosen }),
});

/** Buttons, menus and forms by the prefix of their custom ids. Must contain all of them. */
export const CONTROLS: readonly Row[] = [
  { act: 'watch:stop:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:snooze:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:keep:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:menu:', stake: 'watch', may: OWNER, chosen: 'stop:WATCH' },
  { act: 'watch:menu:', stake: 'watch', may: OWNER, chosen: 'snooze:WATCH' },
  { act: 'watch:menu:', stake: 'watch', may: NOBODY, chosen: 'choose:WATCH' },
  { act: 'watch:pause:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:remove:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:resume:WATCH', stake: 'watch', may: OWNER, before: 'paused' },
  { act: 'watch:explain:WATCH', stake: 'watch', may: NOBODY },
  { act: 'watch:choose:', stake: 'watch', may: NOBODY, chosen: 'WATCH' },
  { act: 'watch:list:', stake: 'watch', may: NOBODY },
  { act: 'watch:shops:WATCH', stake: 'watch', may: NOBODY },
  { act: 'watch:undo:KEY', stake: 'watch', may: OWNER, before: 'paused' },
  { act: 'watch:restore:KEY', stake: 'watch', may: OWNER, before: 'paused' },
  {
    act: 'watch:add:KEY',
    stake: 'watch',
    may: OWNER,
    before: 'searched',
    form: { opens: 'shop:watch:KEY', values: ({ n }) => ({ price: String(n) }) },
  },
  { act: 'watch:ask-price:WATCH', stake: 'watch', may: NOBODY },
  {
    act: 'watch:price:WATCH',
    stake: 'watch',
    may: OWNER,
    form: { opens: 'watch:ask-price:WATCH', values: ({ n }) => ({ price: String(n) }) },
  },
  { act: 'watch:retry-price:WATCH:1', stake: 'watch', may: NOBODY },
  { act: 'watch:retry:KEY:1', stake: 'watch', may: NOBODY, before: 'searched' },
  {
    act: 'watch:add-again:KEY',
    stake: 'watch',
    may: OWNER,
    before: 'searched',
    form: { opens: 'watch:retry:KEY:1', values: ({ n }) => ({ price: String(n) }) },
  },
  { act: 'watch:try-messages:', stake: 'watch', may: NOBODY },
  { act: 'feed:pause:FEED', stake: 'feed', may: MODERATOR },
  { act: 'feed:remove:FEED', stake: 'feed', may: MODERATOR },
  { act: 'feed:resume:FEED', stake: 'feed', may: MODERATOR, before: 'paused' },
  { act: 'feed:sample:FEED', stake: 'feed', may: NOBODY },
  { act: 'feed:restore:KEY', stake: 'feed', may: MODERATOR, before: 'removed' },
  { act: 'feed:choose:0', stake: 'feed', may: NOBODY, chosen: 'FEED' },
  { act: 'feed:setup:', stake: 'feed', may: NOBODY },
  { act: 'feed:retry:.1..0:x', stake: 'feed', may: NOBODY },
  {
    act: 'feed:form:',
    stake: 'feed',
    may: MODERATOR,
    form: {
      opens: 'feed:setup:',
      values: ({ n, market }) => ({ channel: [market.id], kinds: ['auctions'], 'min-value': String(n) }),
    },
  },
  asked('shop:page:KEY:0'),
  asked('shop:jump:KEY', '0'),
  asked('shop:sort:KEY', 'price'),
  asked('shop:empty:KEY'),
  asked('shop:all:KEY'),
  asked('shop:mine:KEY:0'),
  asked('shop:item:SLIME_BLOCK'),
  asked('shop:watch:KEY'),
  asked('shop:history:KEY'),
  { act: 'shop:watch-at:KEY', stake: 'watch', may: OWNER, before: 'too-dear' },
  asked('deals:page:KEY:0'),
  asked('deals:mine:KEY:0'),
  asked('deals:jump:KEY', '0'),
  asked('deals:order:KEY', 'percent'),
  asked('deals:terms:KEY:20:0'),
  asked('deals:history:KEY', 'SLIME_BLOCK'),
  asked('deals:watch:KEY', 'SLIME_BLOCK'),
  { act: 'deals:tell:KEY', stake: 'watch', may: OWNER, before: 'searched' },
  // Before `me:claim`, after which these would be looks at one's own shops, which are saved.
  { act: 'my-shops:list:KEY:items', stake: 'watch', may: NOBODY, before: 'reported' },
  { act: 'my-shops:page:KEY:shops:0', stake: 'watch', may: NOBODY, before: 'reported' },
  { act: 'my-shops:jump:KEY:shops', stake: 'watch', may: NOBODY, before: 'reported', chosen: '0' },
  { act: 'my-shops:csv:KEY', stake: 'watch', may: NOBODY, before: 'reported' },
  { act: 'my-shops:open:', stake: 'watch', may: NOBODY },
  { act: 'my-shops:weekly:off', stake: 'watch', may: NOBODY },
  { act: 'me:claim:069a79f4-44e9-4726-a5be-fca90e38aaf5', stake: 'watch', may: OWNER },
  { act: 'price:days:7:SLIME_BLOCK', stake: 'watch', may: NOBODY },
  { act: 'price:details:7:SLIME_BLOCK', stake: 'watch', may: NOBODY },
  { act: 'price:pick:7', stake: 'watch', may: NOBODY, chosen: 'SLIME_BLOCK' },
  asked('price:watch:SLIME_BLOCK'),
  { act: 'painting-banned:page:0', stake: 'feed', may: NOBODY },
  { act: 'painting-banned:show:069a79f4-44e9-4726-a5be-fca90e38aaf5_12', stake: 'feed', may: NOBODY },
  { act: 'painting-banned:jump:', stake: 'feed', may: NOBODY, chosen: '0' },
  {
    act: 'painting-banned:choose:',
    stake: 'feed',
    may: NOBODY,
    chosen: '069a79f4-44e9-4726-a5be-fca90e38aaf5_12',
  },
  { act: 'help:all:', stake: 'feed', may: NOBODY },
  { act: 'help:more:', stake: 'feed', may: NOBODY, chosen: 'none' },
];
