import { REST } from 'discord.js';
import { commands } from '../../commands/index.ts';
import { openWorld, textOf } from '../../test/journeys/world/world.ts';
import { accepted, REFUSED, type Target } from './target.ts';

const MOST_CHARACTERS = 100;
/**
 * How often simulated time passes, so that the simulated Discord discards what it would: its memory is part of the
 * measured heap.
 */
const PASSES = { every: 10, ms: 10_000 };
const KEPT = { keptRequests: 100, keptMessages: 50, keptFileBytes: 1_000_000 };

/**
 * Button ids, pressed through the simulated Discord on the real bot: the bot answers each exactly once with a text, and
 * no command fails. Everybody who can post as a webhook can make buttons. Only Crier's own buttons reach it, but those
 * include the buttons of every older version.
 */
export async function openCustomIds() {
  const world = await openWorld({ shops: 60, discord: { messagesPer5s: 1_000, ...KEPT } });
  const bot = await world.startBot();
  const rest = new REST({ api: world.discord.url, offset: 0 }).setToken(world.discord.token);
  const market = world.channel('market');
  const player = world.discord.as(world.player).in(market);
  let pressed = 0;
  const target: Target = {
    name: 'custom-ids',
    waits: true,
    sound: (random) => [random.pick(NAMES), random.pick(ACTIONS), random.pick(ARGUMENTS)].join(':'),
    async read(text) {
      const customId = text.toWellFormed().slice(0, MOST_CHARACTERS).toWellFormed();
      if (customId.trim() === '') return REFUSED;
      pressed += 1;
      if (pressed % PASSES.every === 0) await world.skip(PASSES.ms);
      const button = { type: 2, style: 2, label: 'x', custom_id: customId };
      const body = { content: 'x', components: [{ type: 1, components: [button] }], allowed_mentions: { parse: [] } };
      const { id } = (await rest.post(`/channels/${market.id}/messages`, { body })) as { id: string };
      const message = world.discord.messages(market).find((one) => one.id === id);
      if (!message) throw new Error('the message was not posted');
      const answer = player.press(message, customId);
      const { type } = await answer.callback;
      const answerText = type === MODAL ? 'a form' : textOf(await Promise.any([answer.reply(), answer.followUp()]));
      return accepted(
        answerText.trim() === '' && 'is answered with an empty text',
        /Command failed|Too late to answer|Could not notify/.test(bot.log()) && 'makes a command fail',
      );
    },
  };
  return { target, close: () => world.close() };
}

const MODAL = 9;
const NAMES = commands.map(({ definition }) => definition.name);
const ACTIONS = commands.flatMap(({ actions = {} }) => Object.keys(actions));
const ARGUMENTS = ['7', 'SLIME_BLOCK', '30:SLIME_BLOCK#0123456789abcdef', '0', 'abc:1', 'w1', ''];
