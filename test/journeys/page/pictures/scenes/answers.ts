import { withDescendants } from '../../../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../../../sandbox/discord/world/entities.ts';
import { answers } from '../scene.ts';
import type { Stage } from '../stage.ts';

const player = ({ player }: Stage) => player;

export const shop = answers('shop', player, async function* (stage, who) {
  const market = stage.channel('market');
  const item = await stage.ask(who, market, '/shop', { item: 'SLIME_BLOCK' });
  yield ['item', item];
  yield ['watch-form', item, 'shop:watch:'];
  yield ['sell', await stage.ask(who, market, '/shop', { item: 'HOPPER', side: 'sell' })];
  yield ['bundles', await stage.ask(who, market, '/shop', { item: 'OAK_LOG' })];
  yield ['everything', await stage.ask(who, market, '/shop', {})];
  yield ['empty', await stage.ask(who, market, '/shop', { item: 'SLIME_BLOCK', 'max-price': 0.001 })];
  yield ['count', await stage.ask(who, market, '/shop', { item: 'OAK_LOG', count: 5_000 })];
  yield ['near', await stage.ask(who, market, '/shop', { item: 'OAK_LOG', x: -3_000, z: 4_000, sort: 'distance' })];
  yield ['unknown', await stage.ask(who, market, '/shop', { item: 'no such thing' })];
});

export const price = answers('price', player, async function* (stage, who) {
  const market = stage.channel('market');
  const ask = (item: string) => stage.ask(who, market, '/price', { item });
  /** Returns the answer for the most sold variant if a menu asks for one. */
  const askAny = async (item: string) => {
    const message = await ask(item);
    const [first] = optionsOf(message);
    return first === undefined ? message : stage.use(who, message, 'price:pick:', first);
  };
  const details = async (item: string) => stage.use(who, await askAny(item), 'price:details:');
  yield ['traded', await ask('HOPPER')];
  yield ['details', await details('HOPPER')];
  yield ['untraded', await ask('BEACON')];
  yield ['menu', await ask('ENCHANTED_BOOK')];
  yield ['variant', await askAny('ENCHANTED_BOOK')];
  yield ['tools', await askAny('DIAMOND_PICKAXE')];
  yield ['boxes', await askAny('SHULKER_BOX')];
  yield ['boxes-details', await details('SHULKER_BOX')];
  yield ['painting', await askAny('PAINTING')];
  yield ['watch-form', await ask('HOPPER'), 'price:watch:'];
  yield ['unknown', await ask('no such thing')];
});

/** Returns the values of a message's menus. */
function optionsOf({ components }: Message): string[] {
  const options = components
    .flatMap(withDescendants)
    .flatMap((part) => (Array.isArray(part.options) ? part.options : []));
  return options.map(({ value }) => String(value));
}

export const deals = answers('deals', player, async function* (stage, who) {
  const market = stage.channel('market');
  yield ['deals', await stage.ask(who, market, '/deals', {})];
  yield ['spreads', await stage.ask(who, market, '/deals', { spreads: true })];
  yield ['empty', await stage.ask(who, market, '/deals', { item: 'BEDROCK' })];
});

export const painting = answers('painting', player, async function* (stage, who) {
  const market = stage.channel('market');
  const [banned = ''] = stage.world.economy.bannedPaintings();
  yield ['all', await stage.ask(who, market, '/painting-banned', {})];
  yield ['one', await stage.ask(who, market, '/painting-banned', { id: banned })];
  yield ['unknown', await stage.ask(who, market, '/painting-banned', { id: 'Mona Lisa' })];
});

export const health = answers('health', player, async function* (stage, who) {
  yield ['well', await stage.ask(who, stage.channel('market'), '/health', {})];
});

export const help = answers('help', player, async function* (stage, who) {
  const market = stage.channel('market');
  yield ['all', await stage.ask(who, market, '/help')];
  yield ['more', await stage.use(who, await stage.ask(who, market, '/help'), 'help:more:', 'watch')];
});
