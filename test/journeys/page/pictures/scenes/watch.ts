import { answers } from '../scene.ts';
import type { Stage } from '../stage.ts';

export const watch = answers(
  'watch',
  ({ player }: Stage) => player,
  async function* (stage, who) {
    const market = stage.channel('market');
    const ask = (line: string, values = {}) => stage.ask(who, market, line, values);
    yield ['list-empty', await ask('/watch list')];
    yield ['add', await ask('/watch add', { item: 'HOPPER', trigger: 'at-or-below', price: 0.5 })];
    yield ['add-matching', await ask('/watch add', { item: 'SLIME_BLOCK', trigger: 'at-or-below', price: 1 })];
    yield ['add-again', await ask('/watch add', { item: 'HOPPER', trigger: 'at-or-below', price: 0.5 })];
    yield ['add-without-price', await ask('/watch add', { item: 'HOPPER', trigger: 'at-or-below' })];
    yield ['quiet', await ask('/watch quiet', { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' })];
    yield ['list', await ask('/watch list')];
    const [{ value = '' } = {}] = await stage.world.discord
      .as(who)
      .in(market)
      .autocomplete('/watch explain', 'watch', '');
    yield ['explain', await ask('/watch explain', { watch: String(value) })];
    yield ['pause', await ask('/watch pause', { watch: String(value) })];
    yield ['remove', await ask('/watch remove', { watch: String(value) })];
    yield ['undo', await ask('/watch undo')];
    yield ['export', await ask('/watch export')];
  },
);
