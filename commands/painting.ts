import { type ChatInputCommandInteraction, ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, marketFor, sendPictured, visibility } from '../src/discord/command/answer.ts';
import { type Choice, type Command, type CommandContext, UserError } from '../src/discord/command/command.ts';
import { PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { type Guessed, mentionGuess } from '../src/discord/command/guess-buttons.ts';
import { identitiesOf, kindsOfPainting, offersKey, PAID_DAYS } from '../src/discord/command/paintings.ts';
import { renderPaintingCard } from '../src/discord/render/answer/painting-card.ts';
import { formatFreshness } from '../src/discord/render/words/freshness.ts';
import { altOfPainting, nameOfIdentity, titleOfPainting } from '../src/discord/render/words/names.ts';
import { clean, code, safe } from '../src/discord/render/words/text.ts';
import type { Language } from '../src/language/language.ts';
import { described } from '../src/language/languages.ts';
import { type Identity, traitOf } from '../src/market/item/item.ts';
import type { Market } from '../src/market/market.ts';
import { isCanvasId } from '../src/market/paintings/canvas.ts';
import {
  catalogueCanvas,
  findPaintings,
  findSimilarPaintings,
  type KnownCanvas,
  titlePartsAroundTypo,
} from '../src/market/paintings/known-paintings.ts';
import { type PaintingSeller, paintingSellers } from '../src/market/search/current-sellers.ts';
import { suggestItems } from '../src/market/search/search.ts';
import { searchText } from '../src/market/search/search-text.ts';
import { CHOICE_CHARACTERS, MOST_CHOICES } from '../src/market/search/suggest-words.ts';

/**
 * Limits the stored canvases that are ranked for one text, the last seen first. The most traded of them are suggested.
 */
const MOST_RANKED_CANVASES = 200;
const ANY_GENERATION = 'canvas:';

/** The requested painting: a canvas in any generation or in one, or a camera picture. */
interface AskedPainting {
  readonly guess?: Guessed;
  readonly canvas: string | null;
  /** Null for every generation. */
  readonly identity: Identity | null;
}

export const painting = {
  definition: {
    name: 'painting',
    ...described('painting.command'),
    ...EVERYWHERE,
    options: [
      {
        type: Type.String,
        name: 'painting',
        ...described('painting.option'),
        required: true,
        autocomplete: true,
        max_length: 100,
      },
      PRIVATE_OPTION,
    ],
  },

  async execute(interaction, context) {
    const language = context.languages.of(interaction.locale);
    const isPrivate = interaction.options.getBoolean('private') ?? false;
    const market = await marketFor(interaction, context, isPrivate);
    const asked = await readPainting(interaction.options.getString('painting', true), market, context);
    if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
    const answer = await context.workQueue.run(() => answerPainting(asked, market, interaction, context, language));
    const shown = mentionGuess(answer, asked.guess ?? null, 'item.guessed', language);
    await sendPictured(shown, (message) => interaction.editReply(message), context.log);
  },

  async autocomplete(interaction, context) {
    const text = interaction.options.getFocused();
    const market = context.market();
    const language = context.languages.of(interaction.locale);
    const [kept, tradesOf] = await Promise.all([
      context.journal.canvases.search(text, MOST_RANKED_CANVASES),
      context.canvasTrades(),
    ]);
    const banned = new Set(context.bans.known().map(({ id }) => id));
    const found = findPaintings(market, kept, text, tradesOf);
    const canvases = found.length > 0 ? found : (await nearTo(text, market, context)).map(({ canvas }) => canvas);
    const choices = canvases
      .slice(0, MOST_CHOICES)
      .flatMap((canvas) => choicesOf(canvas, banned, isNamesake(canvas, canvases), language));
    return [...choices, ...cameraChoices(text, market, language)].slice(0, MOST_CHOICES);
  },
} satisfies Command;

/** Returns a choice for any generation, and one for each known generation if there are several. */
function choicesOf(
  canvas: KnownCanvas,
  banned: ReadonlySet<string>,
  hasNamesake: boolean,
  language: Language,
): readonly Choice[] {
  const { id, identities } = canvas;
  const title = choiceTitle(canvas, hasNamesake, language);
  const name = banned.has(id) ? language.say('painting.choice-banned', { id: title }) : title;
  const any = { name: clean(name, CHOICE_CHARACTERS), value: `${ANY_GENERATION}${id}` };
  if (identities.length < 2) return [any];
  return [any, ...identities.map((identity) => choiceOf(identity, language))];
}

/** Returns a painting's title, with the number in its id if another painting has the same title and author. */
function choiceTitle(canvas: KnownCanvas, hasNamesake: boolean, language: Language): string {
  const number = canvas.id.slice(canvas.id.lastIndexOf('_') + 1);
  return `${titleOfPainting(canvas, language)}${hasNamesake ? ` · ${number}` : ''}`;
}

/**
 * Whether another of the paintings has the same title and author, so that only the number in its id distinguishes it.
 */
function isNamesake(canvas: KnownCanvas, all: readonly KnownCanvas[]): boolean {
  return all.some(({ id, title, author }) => id !== canvas.id && title === canvas.title && author === canvas.author);
}

function choiceOf(identity: Identity, language: Language): Choice {
  return { name: clean(nameOfIdentity(identity, language), CHOICE_CHARACTERS), value: `#${identity.key}` };
}

function cameraChoices(text: string, market: Market | null, language: Language): readonly Choice[] {
  if (market === null || text.trim() === '') return [];
  return suggestItems(market, text).flatMap(({ choice: { key } }) => {
    const identity = key === undefined ? undefined : market.catalogue.identityOf(key);
    return identity !== undefined && isCameraPicture(identity) ? [choiceOf(identity, language)] : [];
  });
}

function isCameraPicture(identity: Identity): boolean {
  return traitOf(identity, 'picture') !== null;
}

/** @throws UserError if no such painting is known, with the nearest ones */
async function readPainting(text: string, market: Market | null, context: CommandContext): Promise<AskedPainting> {
  const typed = text.trim();
  const { canvases } = context.journal;
  if (/^#[\da-f]{16}$/i.test(typed)) {
    const identity = market?.catalogue.identityOf(typed.slice(1).toLowerCase());
    const canvas = identity?.variant?.canvas ?? null;
    if (identity !== undefined && (canvas !== null || isCameraPicture(identity))) return { canvas, identity };
  }
  const id = (typed.startsWith(ANY_GENERATION) ? typed.slice(ANY_GENERATION.length) : typed).toLowerCase();
  if (isCanvasId(id)) {
    if (await isKnown(id, market, context)) return { canvas: id, identity: null };
    throw new UserError((language) => language.say('painting.unknown-id', { id: code(id) }));
  }
  const [kept, tradesOf] = await Promise.all([canvases.search(typed, MOST_RANKED_CANVASES), context.canvasTrades()]);
  const found = findPaintings(market, kept, typed, tradesOf);
  const called = found.filter(({ title }) => searchText(title ?? '').compact === searchText(typed).compact);
  const meant = called.length > 0 ? called : found;
  const [first] = meant;
  // The most traded of several paintings with one title and author is meant. Autocomplete distinguishes them by number.
  const areNamesakes = called.length > 0 && called.every(({ author }) => author === first?.author);
  if (first !== undefined && (meant.length === 1 || areNamesakes)) return { canvas: first.id, identity: null };
  const near = found.length > 0 ? [] : await nearTo(typed, market, context);
  const guessed = near.filter(({ slips }) => slips === 1).map(({ canvas }) => canvas);
  const [guess] = guessed;
  if (guess !== undefined && guessed.every(({ title, author }) => title === guess.title && author === guess.author)) {
    const name = (language: Language) => titleOfPainting(guess, language);
    return { canvas: guess.id, identity: null, guess: { name, typed } };
  }
  const likely = [...found, ...near.map(({ canvas }) => canvas)].slice(0, MOST_CHOICES);
  const values = { text: safe(text, 40) };
  throw new UserError(
    (language) => language.say(likely.length === 0 ? 'painting.unknown' : 'painting.unknown-like', values),
    likely.map((canvas) => guessOf(canvas, likely)),
  );
}

/** Finds paintings of the market and the store whose title differs by one slip. */
async function nearTo(typed: string, market: Market | null, { journal, canvasTrades }: CommandContext) {
  const parts = titlePartsAroundTypo(typed).map((part) => journal.canvases.search(part, MOST_RANKED_CANVASES));
  const [tradesOf, ...kept] = await Promise.all([canvasTrades(), ...parts]);
  return findSimilarPaintings(market, kept.flat(), typed, tradesOf);
}

function guessOf(canvas: KnownCanvas, all: readonly KnownCanvas[]) {
  const name = (language: Language) => choiceTitle(canvas, isNamesake(canvas, all), language);
  return { option: 'painting', value: `${ANY_GENERATION}${canvas.id}`, name };
}

/** Whether anything is known about the canvas: a shop, a trade, an auction or a ban has shown it. */
async function isKnown(id: string, market: Market | null, context: CommandContext): Promise<boolean> {
  if (context.bans.known().some((ban) => ban.id === id)) return true;
  if (market !== null && catalogueCanvas(market, id) !== null) return true;
  const [titles, tradesOf] = await Promise.all([context.journal.canvases.titles([id]), context.canvasTrades()]);
  return titles.length > 0 || tradesOf(id) > 0;
}

async function answerPainting(
  { canvas, identity }: AskedPainting,
  market: Market | null,
  interaction: ChatInputCommandInteraction,
  context: CommandContext,
  language: Language,
) {
  const { bans, drawCanvas, journal, status, now } = context;
  const [list, titles] = await Promise.all([bans.list(), canvas === null ? [] : journal.canvases.titles([canvas])]);
  const isHidden = canvas === null || list === null || list.bans.some(({ id }) => id === canvas);
  const picture = isHidden ? null : await drawCanvas(canvas);
  const known = market === null || canvas === null ? null : catalogueCanvas(market, canvas);
  const wanted = identity === null ? identitiesOf(canvas ?? '', known) : [identity];
  const sellers = market && sellersOf(market, canvas, identity);
  const kinds = await kindsOfPainting(wanted, sellers ?? [], interaction.user.id, context);
  const [stored] = titles;
  const of = stored ?? known;
  const layout = renderPaintingCard({
    canvas,
    title: of?.title ?? (identity && traitOf(identity, 'title')),
    author: of?.author ?? (identity && traitOf(identity, 'author')),
    ...{ kinds, days: PAID_DAYS, sellers, bans: list, isKept: stored !== undefined, picture, language },
    freshness: formatFreshness(status.snapshot(), status.stream(), now(), language),
  });
  if (picture === null) return { ...layout, files: [] };
  const { name, attachment } = picture;
  return { ...layout, files: [{ name, attachment, description: altOfPainting(picture, language) }] };
}

function sellersOf(market: Market, canvas: string | null, identity: Identity | null): readonly PaintingSeller[] {
  if (canvas !== null) {
    const sellers = paintingSellers(market, [canvas]);
    return identity === null ? sellers : sellers.filter(({ shop }) => offersKey(shop.item, identity.key));
  }
  const key = identity?.key ?? '';
  const shops = [...market.shops].filter(({ item }) => offersKey(item, key));
  return shops
    .filter(({ side }) => side !== 'bid')
    .map((shop) => ({ canvases: [], shop, ...market.remainingOf(shop) }));
}
