import { ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, visibility } from '../src/discord/command/answer.ts';
import {
  type ActionInteraction,
  type Choice,
  type Command,
  type CommandContext,
  type CommandOptions,
  OLD_BUTTON,
  UserError,
} from '../src/discord/command/command.ts';
import { suggestPlayers, suggestWorldNames } from '../src/discord/command/filter-options.ts';
import { type GuessRow, guessesForNames, guessRows, withRows } from '../src/discord/command/guess-buttons.ts';
import { COORDINATE_BOUNDS, checkBounds } from '../src/discord/command/read-number.ts';
import { refuseFault } from '../src/discord/command/refuse-fault.ts';
import { askWhichPlayer, identifyPlayers } from '../src/discord/command/settle-players.ts';
import { renderPerson } from '../src/discord/render/answer/person.ts';
import { formatUnknownNames } from '../src/discord/render/words/names.ts';
import { safe } from '../src/discord/render/words/text.ts';
import type { Language } from '../src/language/language.ts';
import { described, LANGUAGE_CHOICES } from '../src/language/languages.ts';
import type { Market } from '../src/market/market.ts';
import { filterFault } from '../src/market/search/filter.ts';
import { CHOICE_CHARACTERS } from '../src/market/search/suggest-words.ts';
import { findUnknownNames } from '../src/market/search/unknown-names.ts';
import { visibleName } from '../src/market/visible-name.ts';
import { type Home, isSamePlayer, type Person, type Player, shopsOf, withOwnLook } from '../src/routing/person.ts';
import { changePerson } from '../src/subscriptions/person-changes.ts';
import { playerNow } from '../src/subscriptions/player-names.ts';
import { TimeSlice } from '../src/time/cooperate.ts';

/**
 * The names that `clear` takes, each with the parts of a person that it removes and the options that set it. Without a
 * name there are no shops for the weekly message.
 */
const CLEARABLE = {
  name: { parts: ['player', 'weekly'], options: ['name'] },
  home: { parts: ['home'], options: ['x', 'z', 'world'] },
  language: { parts: ['language'], options: ['language'] },
} as const;

const PERSON_NAME_OPTION = { type: Type.String, autocomplete: true, max_length: CHOICE_CHARACTERS } as const;

export const me = {
  definition: {
    name: 'me',
    ...described('me.command'),
    ...EVERYWHERE,
    options: [
      { ...PERSON_NAME_OPTION, name: 'name', ...described('watch.option-owner') },
      { type: Type.Integer, name: 'x', ...described('me.option-x'), ...COORDINATE_BOUNDS },
      { type: Type.Integer, name: 'z', ...described('me.option-z'), ...COORDINATE_BOUNDS },
      { ...PERSON_NAME_OPTION, name: 'world', ...described('me.option-world') },
      { type: Type.String, name: 'language', ...described('me.option-language'), choices: [...LANGUAGE_CHOICES] },
      { type: Type.String, name: 'clear', ...described('me.option-clear'), max_length: 100 },
    ],
  },

  async execute(interaction, context) {
    await interaction.deferReply(visibility(true));
    const { options, user } = interaction;
    const market = context.market();
    const name = readNameOption(options, 'name');
    // A name of several players is not saved. The other options are, because the buttons must not hold the home.
    const question = name === null ? null : askWhichPlayer(name, 'name', market);
    const given = readPerson(options, question === null ? name : null, market);
    const world = readNameOption(options, 'world');
    const cleared = readClearedParts(options);
    const current = (await context.subscriptions.person(user.id)) ?? { id: user.id, quiet: null };
    const isChanged = Object.keys(given).length > 0 || world !== null || cleared.length > 0;
    const person = isChanged
      ? await changePerson(user.id, context, (before) => {
          const home = world === null || given.home !== undefined ? {} : { home: movedHome(before, world) };
          return withOwnLook(before, { ...without(before, cleared), ...given, ...home });
        })
      : current;
    if (person.language !== current.language) context.ownLanguages.change(interaction, person.language ?? null);
    const language = context.languages.of(interaction.locale);
    const unknownNames = findUnknownNames(namesOf(given, world), market);
    const nearest = guessesForNames(unknownNames, { containers: true }).map((guess) =>
      guess.option === 'owner' ? { ...guess, option: 'name' } : guess,
    );
    const guesses = question === null ? nearest : question.guesses;
    // The home is saved already, and must not stand in the command that is saved for the buttons.
    const data = options.data.filter(({ name }) => guesses.some(({ option }) => option === name));
    const { commandName } = interaction;
    const rows = await guessRows({ commandName, user, options: { data } }, guesses, language, context);
    const asked = question === null ? [] : [question.say(language)];
    const doubts = [
      ...asked,
      ...formatUnknownNames(unknownNames, language),
      ...formatFormerName(current, unknownNames, language),
    ];
    await interaction.editReply(await render(person, { doubts, rows }, interaction, context));
  },

  autocomplete(interaction, context): readonly Choice[] {
    const { name, value } = interaction.options.getFocused(true);
    const market = context.market();
    if (market === null) return [];
    return name === 'name'
      ? suggestPlayers(market, value, context.languages.of(interaction.locale))
      : suggestWorldNames(market, value);
  },

  actions: {
    /** Handles *This is me* on the shops of a player. */
    async claim(interaction, uuid, context) {
      const owner = context.market()?.ownedBy(uuid)[0]?.owner;
      if (owner === undefined) throw new UserError(OLD_BUTTON);
      await interaction.deferReply(visibility(true));
      const player = { name: owner.name ?? owner.uuid, uuid };
      const person = await changePerson(interaction.user.id, context, (before) =>
        withOwnLook(before, { ...before, player }),
      );
      await interaction.editReply(await render(person, { doubts: [], rows: [] }, interaction, context));
    },
  },
} satisfies Command;

/** @throws UserError for an invalid value, or a place without both coordinates */
function readPerson(options: CommandOptions, name: string | null, market: Market | null): Partial<Person> {
  const x = checkBounds(options.getInteger('x'), 'x', COORDINATE_BOUNDS);
  const z = checkBounds(options.getInteger('z'), 'z', COORDINATE_BOUNDS);
  refuseFault(filterFault({ ...(x !== null && { x }), ...(z !== null && { z }), containers: true }));
  const language = options.getString('language');
  const given = {
    ...(name !== null && { player: findPlayer(name, market) }),
    ...(language !== null && { language }),
  };
  if (x === null || z === null) return given;
  const world = readNameOption(options, 'world') ?? market?.mainOverworld ?? null;
  return { ...given, home: { x, z, ...(world !== null && { world }) } };
}

/** Returns the user's home in another world. @throws UserError if they have none */
function movedHome({ home }: Person, world: string): Home {
  if (home === undefined) throw new UserError((language) => language.say('me.world-alone'));
  return { x: home.x, z: home.z, world };
}

function readNameOption(options: CommandOptions, option: string): string | null {
  const text = options.getString(option);
  if (text === null) return null;
  const name = visibleName(text);
  if (name === '') throw new UserError((language) => language.say('error.empty', { option }));
  return name;
}

function findPlayer(name: string, market: Market | null): Player {
  const settled = identifyPlayers({ owner: name, containers: true }, market);
  const { owner = name, ownerId = null } = settled;
  const player = { name: owner, uuid: ownerId };
  return market === null ? player : playerNow(player, market);
}

/** @throws UserError for an unknown name, and for one whose option is given, too */
function readClearedParts(options: CommandOptions): readonly (keyof Person)[] {
  const names = (options.getString('clear') ?? '').toLowerCase().match(/[^\s,;]+/g) ?? [];
  return names.flatMap((name): readonly (keyof Person)[] => {
    if (!Object.hasOwn(CLEARABLE, name)) {
      const known = Object.keys(CLEARABLE).join(', ');
      throw new UserError((language) => language.say('me.unknown-clear', { text: safe(name, 40), names: known }));
    }
    const { parts, options: setters } = CLEARABLE[name as keyof typeof CLEARABLE];
    const option = setters.find((one) => options.get(one) !== null);
    if (option === undefined) return parts;
    throw new UserError((language) => language.say('error.given-and-cleared', { option, name }));
  });
}

function without(person: Person, parts: readonly (keyof Person)[]): Person {
  const kept = Object.entries(person).filter(([part]) => !parts.includes(part as keyof Person));
  return { ...Object.fromEntries(kept), id: person.id, quiet: person.quiet };
}

/** Formats the name that an unknown one has replaced. */
function formatFormerName(
  { player }: Person,
  unknownNames: ReturnType<typeof findUnknownNames>,
  language: Language,
): readonly string[] {
  const isReplaced = unknownNames.some(({ what, name }) => what === 'owner' && name !== player?.name);
  return player !== undefined && isReplaced ? [language.say('me.name-before', { player: safe(player.name, 40) })] : [];
}

/** Returns the names that a person gave, as a filter that can be checked. */
function namesOf({ player }: Partial<Person>, world: string | null) {
  return { ...(player && { owner: player.name }), ...(world !== null && { world }), containers: true };
}

async function render(
  person: Person,
  { doubts, rows }: { readonly doubts: readonly string[]; readonly rows: readonly GuessRow[] },
  interaction: Pick<ActionInteraction, 'locale'>,
  context: CommandContext,
) {
  const { player } = person;
  const market = context.market();
  const shops = player === undefined || market === null ? 0 : shopsOf(player, market).length;
  const claims = player === undefined ? 0 : await countOthers(person.id, player, context);
  const language = context.languages.of(interaction.locale);
  return withRows(renderPerson({ person, shops, claims, doubts }, language), rows);
}

/** Counts the other users who say to be this player. */
async function countOthers(userId: string, player: Player, { subscriptions }: CommandContext): Promise<number> {
  let count = 0;
  const slice = new TimeSlice();
  for await (const other of subscriptions.people()) {
    if (other.id !== userId && other.player !== undefined && isSamePlayer(other.player, player)) count += 1;
    await slice.yieldIfOver();
  }
  return count;
}
