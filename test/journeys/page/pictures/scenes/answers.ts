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
  yield ['unknown', await stage.ask(who, market, '/shop', { item: 'no such thing' })];
});

export const price = answers('price', player, async function* (stage, who) {
  const market = stage.channel('market');
  yield ['traded', await stage.ask(who, market, '/price', { item: 'HOPPER' })];
  yield ['untraded', await stage.ask(who, market, '/price', { item: 'BEACON' })];
  yield ['unknown', await stage.ask(who, market, '/price', { item: 'no such thing' })];
});

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
