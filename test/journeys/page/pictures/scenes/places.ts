import { answers } from '../scene.ts';

const WAYSTONE = 'Market Waystone';

/** Distances from a landmark, and from the home of a user. */
export const places = answers(
  'places',
  ({ player }) => player,
  async function* (stage, who) {
    const market = stage.channel('market');
    yield ['shop-near', await stage.ask(who, market, '/shop', { near: WAYSTONE })];
    yield ['deals-near', await stage.ask(who, market, '/deals', { near: WAYSTONE, within: 5_000 })];
    yield ['near-unknown', await stage.ask(who, market, '/shop', { near: 'Markt' })];
    yield ['home', await stage.ask(who, market, '/me', { x: 120, z: -340 })];
    const shops = await stage.ask(who, market, '/shop', { item: 'HOPPER' });
    yield ['shop-public', shops];
    yield ['shop-for-me', await stage.use(who, shops, 'shop:mine:')];
    yield ['shop-home', await stage.ask(who, market, '/shop', { item: 'HOPPER', private: true })];
    yield ['deals-home', await stage.ask(who, market, '/deals', { within: 5_000, private: true })];
    await stage.ask(who, market, '/me', { clear: 'home' });
  },
);
