import type { ChatInputCommandInteraction } from 'discord.js';
import { expect, test } from 'vitest';
import { warnPrivately } from '../../../src/discord/command/guess-buttons.ts';
import type { UnknownName } from '../../../src/market/search/unknown-names.ts';
import { LANGUAGES } from '../../language/spoken.ts';
import { command, startBot } from '../../sandbox/discord/bot.ts';
import { NO_SNAPSHOT } from '../no-snapshot.ts';

const UNKNOWN_WORLD: readonly UnknownName[] = [{ what: 'world', name: 'wrld', didYouMean: ['world'] }];
const WARNING = '⚠️ No shop in “wrld” is known right now. Did you mean **world**?\n-# Shops as of <t:1:R>';

const context = {
  queries: { keepCommand: async () => 'k' },
  log: {
    error: (_: unknown, line?: string) => {
      throw new Error(line);
    },
  },
  status: {
    stream: () => ({ state: 'live', since: 0, lastFrameAt: null, lastEventAt: null, counted: {} }) as const,
    snapshot: () => ({ ...NO_SNAPSHOT, takenAt: 1_000, records: 3 }),
    health: () => Promise.reject(new Error('not asked')),
  },
  languages: LANGUAGES,
  now: () => 2_000,
};

/** Runs `/shop` with an answer that ends with the warning. */
async function answered(
  before: (interaction: ChatInputCommandInteraction) => Promise<unknown>,
  unknownNames = UNKNOWN_WORLD,
) {
  const { discord, channel, alice } = await startBot({
    commands: [command('shop')],
    async react(interaction) {
      if (!interaction.isChatInputCommand()) return;
      await before(interaction);
      await warnPrivately(interaction, { filter: { containers: true }, unknownNames }, context);
    },
  });
  return { answer: discord.as(alice).in(channel).run('/shop'), messages: () => discord.messages(channel) };
}

test('a warning is the private answer if there is none yet', async () => {
  const { answer } = await answered(async () => {});
  expect((await answer.reply()).content).toBe(WARNING);
  expect(answer.ephemeral).toBe(true);
});

test('a warning fits into Discord’s limit, and still states the age of the list', async () => {
  const name = '_'.repeat(100);
  const many = Array.from({ length: 12 }, () => ({ what: 'owner', name, didYouMean: [name, name, name] }) as const);
  const { content } = await (await answered(async () => {}, many)).answer.reply();
  expect(content).toMatch(/^⚠️ No shop of “.*\n-# Shops as of <t:1:R>$/s);
});

test('a warning replaces a public answer that has only been deferred', async () => {
  const { answer, messages } = await answered((interaction) => interaction.deferReply());
  const warning = await answer.followUp();
  expect([warning.content, warning.onlyFor]).toEqual([WARNING, expect.anything()]);
  expect(messages()).toEqual([]);
});

test.each([
  ['at once', (interaction: ChatInputCommandInteraction) => interaction.reply('1 shop')],
  [
    'later',
    async (interaction: ChatInputCommandInteraction) => {
      await interaction.deferReply();
      await interaction.editReply('1 shop');
    },
  ],
])('a warning follows an answer given %s, which stays', async (_, before) => {
  const { answer, messages } = await answered(before);
  expect((await answer.followUp()).content).toBe(WARNING);
  expect(messages().map(({ content }) => content)).toContain('1 shop');
});
