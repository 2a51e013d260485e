import { answers } from '../scene.ts';
import type { Stage } from '../stage.ts';

export const feed = answers(
  'feed',
  ({ moderator }: Stage) => moderator,
  async function* (stage, who) {
    const staff = stage.channel('staff');
    const ask = (line: string, values = {}) => stage.ask(who, staff, line, values);
    yield ['list-empty', await ask('/feed list')];
    yield ['add', await ask('/feed add', { kind: 'trades', 'min-value': 50 })];
    yield ['add-again', await ask('/feed add', { kind: 'trades', 'min-value': 50 })];
    yield ['list', await ask('/feed list')];
    const feeds = await stage.world.discord.as(who).in(staff).autocomplete('/feed test', 'feed', '');
    const value = feeds.find(({ name }) => String(name).includes(staff.name))?.value ?? '';
    const sample = stage.push(staff);
    yield ['test', await ask('/feed test', { feed: String(value) })];
    yield ['sample', await sample];
    yield ['pause', await ask('/feed pause', { feed: String(value) })];
    yield ['remove', await ask('/feed remove', { feed: String(value) })];
  },
);

export const feedCheck = answers(
  'feed-check',
  ({ moderator }: Stage) => moderator,
  async function* (stage, who) {
    const where = stage.channel('compact');
    yield ['nothing', await stage.ask(who, where, '/feed check')];
    await stage.ask(who, where, '/feed add', { kind: 'sales' });
    yield ['well', await stage.ask(who, where, '/feed check')];
    stage.world.discord.denyBot(where, 'SendMessages');
    yield ['lacking', await stage.ask(who, where, '/feed check')];
    stage.world.discord.allowBot(where, 'SendMessages');
  },
);
