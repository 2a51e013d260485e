import { type ChatInputCommandInteraction, ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, marketFor, sendPictured, visibility } from '../src/discord/command/answer.ts';
import {
  type ActionInteraction,
  type Command,
  type CommandContext,
  OLD_BUTTON,
  UserError,
} from '../src/discord/command/command.ts';
import { suggestFilter } from '../src/discord/command/filter-options.ts';
import { warnPrivately } from '../src/discord/command/guess-buttons.ts';
import { checkBounds } from '../src/discord/command/read-number.ts';
import { askWhichPlayer, settlePlayers } from '../src/discord/command/settle-players.ts';
import { OWN_SHOP_VIEWS, type OwnShopView } from '../src/discord/render/answer/my-shops.ts';
import type { Sentence } from '../src/language/language.ts';
import { described } from '../src/language/languages.ts';
import type { Market } from '../src/market/market.ts';
import { isUuid, playerKey } from '../src/market/player.ts';
import { CHOICE_CHARACTERS } from '../src/market/search/suggest-words.ts';
import { canNeverMatch, findUnknownNames } from '../src/market/search/unknown-names.ts';
import { visibleName } from '../src/market/visible-name.ts';
import type { OwnShopsQuery } from '../src/ports/queries.ts';
import { isSamePlayer, type Person, type Player } from '../src/routing/person.ts';
import { changePerson } from '../src/subscriptions/person-changes.ts';
import { DAY_MS, MINUTE_MS } from '../src/time/durations.ts';
import { answerMyShops, type OwnShopsPage, turnMyShops } from './my-shops/answer.ts';
import { sendFiles } from './my-shops/files.ts';
import { weeklyActions } from './my-shops/weekly.ts';

const USUAL_REPORT_DAYS = 7;
const DAY_BOUNDS = { min_value: 1, max_value: 90 } as const;

/** The argument of a page button: a query's key, a list and a page. */
const REPORT_PAGE_ARGUMENT = /^([^:]+):([a-z]+):(\d{1,3})$/;

export const myShops = {
  definition: {
    name: 'my-shops',
    ...described('my-shops.description'),
    ...EVERYWHERE,
    options: [
      {
        type: Type.String,
        name: 'owner',
        ...described('my-shops.owner'),
        autocomplete: true,
        max_length: CHOICE_CHARACTERS,
      },
      { type: Type.Integer, name: 'days', ...described('my-shops.days'), ...DAY_BOUNDS },
      { type: Type.Boolean, name: 'private', ...described('my-shops.private') },
    ],
  },

  async execute(interaction, context) {
    const { options, user } = interaction;
    const isPrivate = options.getBoolean('private') ?? true;
    const days = checkBounds(options.getInteger('days'), 'days', DAY_BOUNDS) ?? USUAL_REPORT_DAYS;
    const market = await marketFor(interaction, context, isPrivate);
    let person = await context.personSoon(user.id);
    if (person === undefined) {
      if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
      person = await context.subscriptions.person(user.id);
    }
    const { player, isOwn } = readPlayer(options.getString('owner'), person, market);
    const filter = { owner: player.name, ...(player.uuid !== null && { ownerId: player.uuid }), containers: true };
    // A public report names the player, and is no look, because it cannot tell everyone what is new to the user.
    const isLook = isOwn && isPrivate;
    // A player whose uuid is known may have no shop now.
    const isKnown = isOwn && player.uuid !== null;
    const unknownNames = isKnown ? [] : findUnknownNames(filter, market);
    const isUnknown = canNeverMatch(unknownNames);
    const warn = () => warnPrivately(interaction, { filter, unknownNames }, context, isOwn ? SAY_OWN_NAME : undefined);
    if (isUnknown && player.uuid === null) return warn();
    if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
    if (isUnknown && !(await hasTraded(player, context))) return warn();
    await look(interaction, { player, isOwn: isLook, days }, { isPrivate, person }, context);
  },

  autocomplete: (interaction, context) => suggestFilter(interaction, context),

  actions: {
    async list(interaction, argument, context) {
      const [key = '', named] = argument.split(':');
      await turn(interaction, key, { view: readView(named), page: 0 }, context);
    },

    async page(interaction, argument, context) {
      const [, key, named, page] = REPORT_PAGE_ARGUMENT.exec(argument) ?? [];
      if (key === undefined) throw new UserError(OLD_BUTTON);
      await turn(interaction, key, { view: readView(named), page: Number(page) }, context);
    },

    async jump(interaction, argument, context) {
      const [key = '', named] = argument.split(':');
      const [page = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      if (!/^\d{1,3}$/.test(page)) throw new UserError((language) => language.say('shop.pick-page'));
      await turn(interaction, key, { view: readView(named), page: Number(page) }, context);
    },

    async csv(interaction, key, context) {
      const query = await requireReport(key, context);
      await interaction.deferReply(visibility(true));
      await sendFiles(interaction, query, context);
    },

    /** Handles the button of the weekly message: shows the usual report, which counts as a look. */
    async open(interaction, _, context) {
      await interaction.deferReply(visibility(true));
      const person = await context.subscriptions.person(interaction.user.id);
      const { player, isOwn } = readPlayer(null, person, context.market());
      await look(interaction, { player, isOwn, days: USUAL_REPORT_DAYS }, { isPrivate: true, person }, context);
    },

    ...weeklyActions,
  },
} satisfies Command;

/** Says how to correct an unknown name of one's own. */
const SAY_OWN_NAME: Sentence = (language) => language.say('my-shops.own-name');

/**
 * Reads the player, by default the one that the user said to be in `/me`.
 *
 * @throws UserError if there is none, or if several players have the name
 */
function readPlayer(typed: string | null, person: Person | null, market: Market | null) {
  const own = person?.player;
  if (typed === null) {
    if (own === undefined) throw new UserError((language) => language.say('my-shops.who'));
    const question = own.uuid === null ? askWhichPlayer(own.name, 'owner', market) : null;
    if (question !== null) throw question;
    return { player: own, isOwn: true };
  }
  const name = visibleName(typed);
  if (name === '') throw new UserError((language) => language.say('error.empty', { option: 'owner' }));
  if (own !== undefined && own.uuid === playerKey(name)) return { player: own, isOwn: true };
  const { owner = name, ownerId = null } = settlePlayers({ owner: name, containers: true }, market);
  const typedId = isUuid(playerKey(name)) ? playerKey(name) : null;
  const player: Player = { name: owner, uuid: ownerId ?? typedId };
  const isOwn = own !== undefined && isSamePlayer(own, player);
  // A player without a shop is known by the uuid of earlier shops.
  return { player: isOwn && ownerId === null ? own : player, isOwn };
}

/** Returns whether a shop of the player traded in the longest time of a report. The last shop may be gone since. */
async function hasTraded(player: Player, { market, ownShops, now }: CommandContext): Promise<boolean> {
  if (market() === null) return false;
  const trades = await ownShops.trades(player, now() - DAY_BOUNDS.max_value * DAY_MS, now());
  return trades.length > 0;
}

/** @throws UserError for a list of another version of Crier */
function readView(named: string | undefined): OwnShopView {
  const view = OWN_SHOP_VIEWS.find((one) => one === named);
  if (view === undefined) throw new UserError(OLD_BUTTON);
  return view;
}

/** Shows the first page of a report as the answer to a deferred interaction, and saves the look at own shops. */
async function look(
  interaction: ChatInputCommandInteraction | ActionInteraction,
  asked: Pick<OwnShopsQuery, 'player' | 'isOwn' | 'days'>,
  reader: Pick<OwnShopsPage, 'isPrivate' | 'person'>,
  context: CommandContext,
): Promise<void> {
  const { id: userId } = interaction.user;
  const query = { ...asked, userId, lookedAt: asked.isOwn ? (reader.person?.lookedAt ?? null) : null };
  const answer = await answerMyShops(query, { view: 'shops', page: 0, ...reader }, interaction, context);
  await sendPictured(answer.message, (message) => interaction.editReply(message), context.log);
  if (asked.isOwn) await saveLook(userId, answer.at, context);
}

/** A look this soon after another belongs to the same visit, and shows the same time since the last look. */
const VISIT_MS = 10 * MINUTE_MS;

/** Saves the time of a look at the user's own shops. The answer is sent already, so that a failure is only logged. */
async function saveLook(userId: string, at: number, context: CommandContext): Promise<void> {
  try {
    await changePerson(userId, context, (person) => {
      const isNew = person.lookedAt === undefined || at - person.lookedAt >= VISIT_MS;
      // A user who has been forgotten meanwhile is not stored again.
      return person.player !== undefined && isNew ? { ...person, lookedAt: at } : person;
    });
  } catch (err) {
    context.log.error({ err }, 'Could not save when a user last looked at their shops');
  }
}

async function turn(
  interaction: ActionInteraction,
  key: string,
  page: { readonly view: OwnShopView; readonly page: number },
  context: CommandContext,
): Promise<void> {
  await turnMyShops(interaction, key, await requireReport(key, context), page, context);
}

async function requireReport(key: string, context: CommandContext): Promise<OwnShopsQuery> {
  const query = await context.queries.findOwnShops(key);
  if (!query) throw new UserError((language) => language.say('my-shops.again'));
  return query;
}
