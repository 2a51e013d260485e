import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '../../src/discord/client.ts';
import { IdentifyPace } from '../../src/discord/identify-pace.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';

/** Where discord.js looks for the variables that its own sharding manager sets. */
const environment = workerData ?? process.env;

afterEach(() => {
  delete environment.SHARDS;
  delete environment.SHARD_COUNT;
});

// SHARDS=abc never connected, SHARDS=2 was shard 2 of 1, SHARD_COUNT=5 heard of a fifth of the servers.
test.each([
  {},
  { SHARDS: 'abc' },
  { SHARDS: '2' },
  { SHARDS: 'null' },
  { SHARD_COUNT: '5' },
  { SHARD_COUNT: 'many' },
  { SHARDS: '[0,1]', SHARD_COUNT: '2' },
])('one shard of one, whatever the environment says: %j', async (variables) => {
  Object.assign(environment, variables);
  const pace = new IdentifyPace(new ManualClock(0));
  const client = createClient('http://127.0.0.1:9', pace, recordingLog(), new AbortController().signal, () => {});
  expect(client.options).toMatchObject({ shards: [0], shardCount: 1 });
  await client.destroy();
});
