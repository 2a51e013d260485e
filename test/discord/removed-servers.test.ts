import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { type Client, Events } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { followRemovals } from '../../src/discord/gateway/removed-servers.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { recordingLog } from '../log/recording-log.ts';
import { feed } from '../routing/samples.ts';
import { emptyJournalFile } from '../storage/sqlite/journal/empty-journal.ts';

/** Stands on: a real journal, subscriptions in memory, the events that discord.js emits. */

const [TOWN, VILLAGE] = ['80351110224678912', '1100000000000000001'];

let journal: Journal;
afterEach(() => journal.close());

/** Opens a bot whose feeds are in a town and a village. */
function open() {
  const log = recordingLog();
  const memory = new SubscriptionsInMemory();
  let now = 1;
  journal = openJournal(openDatabase(emptyJournalFile(), log), () => now, log);
  memory.putFeed(feed('f1', { guildId: TOWN }));
  memory.putFeed(feed('f2', { guildId: VILLAGE }));
  const client = new EventEmitter();
  const settings = { feeds: async () => [...memory.all()].filter((one) => one.type === 'feed') };
  followRemovals(client as unknown as Client, {
    ...{ subscriptions: askInMemory(memory), settings, journal, log },
    now: () => now,
  });
  const emit = async (event: string, ...values: readonly unknown[]) => {
    now += 1;
    client.emit(event, ...values);
    for (let n = 0; n < 9; n += 1) await turn();
  };
  return {
    ready: (ids: readonly string[], shard: readonly [number, number] = [0, 1]) =>
      emit(Events.Raw, { t: 'READY', d: { shard, guilds: ids.map((id) => ({ id, unavailable: true })) } }, shard[0]),
    removed: (id: string) => emit(Events.GuildDelete, { id }),
    invited: (id: string) => emit(Events.GuildCreate, { id }),
    marks: async () => Object.fromEntries(await journal.savedNumbers('removed:')),
  };
}

test('a removal is saved once, with the time of its first sign, and ends with an invitation', async () => {
  const { removed, invited, ready, marks } = open();
  await ready([TOWN, VILLAGE]);
  expect(await marks()).toEqual({});
  await removed(TOWN);
  await ready([VILLAGE]);
  await removed(TOWN);
  expect(await marks()).toEqual({ [TOWN]: 3 });
  await invited(TOWN);
  expect(await marks()).toEqual({});
});

test('READY shows a removal and an invitation while Crier was off, and lists servers in an outage', async () => {
  const { ready, marks } = open();
  await ready([TOWN]);
  expect(await marks()).toEqual({ [VILLAGE]: 2 });
  await ready([TOWN, VILLAGE]);
  expect(await marks()).toEqual({});
});

test('the READY of a shard says nothing of the servers of other shards', async () => {
  const { ready, marks } = open();
  const shardOf = (id: string) => Number(BigInt(id) >> 22n) % 2;
  const other = 1 - shardOf(TOWN);
  await ready(shardOf(VILLAGE) === other ? [VILLAGE] : [], [other, 2]);
  expect(await marks()).toEqual({});
  await ready([], [shardOf(TOWN), 2]);
  expect(await marks()).toHaveProperty(TOWN);
});

test('a server without feeds leaves no trace of its removal', async () => {
  const { removed, marks } = open();
  await removed('1100000000000000009');
  expect(await marks()).toEqual({});
});
