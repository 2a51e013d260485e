import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { Events } from 'discord.js';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/discord/gateway/client.ts';
import { IdentifyBuckets } from '../../src/discord/gateway/shards.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { NEVER_BANNED } from './never-banned.ts';

/** The place where discord.js reads the variables of its own sharding manager. */
const environment = workerData ?? process.env;

afterEach(() => {
  delete environment.SHARDS;
  delete environment.SHARD_COUNT;
});

function open(block = { shards: [0], total: 1 }) {
  const log = recordingLog();
  const fatal: Error[] = [];
  const clock = new ManualClock(0);
  const { signal } = new AbortController();
  const parts = {
    clock,
    random: Math.random,
    log,
    signal,
    rateLimiter: unlimitedRateLimiter(),
    addressBan: NEVER_BANNED,
    onFatal: (error: Error) => fatal.push(error),
  };
  const client = createClient('http://127.0.0.1:9', block, new IdentifyBuckets(clock), parts);
  onTestFinished(() => client.destroy());
  return { client, log, fatal };
}

const ENVIRONMENTS = [
  {},
  { SHARDS: 'abc' },
  { SHARDS: '2' },
  { SHARDS: '3' },
  { SHARDS: 'null' },
  { SHARD_COUNT: '5' },
  { SHARD_COUNT: 'many' },
  { SHARDS: '[0,1]', SHARD_COUNT: '2' },
];

// Regression test: a bot with SHARDS=abc never connected, with SHARDS=2 it became shard 2 of 1, and with SHARD_COUNT=5
// it received a fifth of the servers.
test.each(ENVIRONMENTS)('the client is one shard of one, whatever the environment: %j', (variables) => {
  Object.assign(environment, variables);
  expect(open().client.options).toMatchObject({ shards: [0], shardCount: 1 });
});

test.each(ENVIRONMENTS)('the client has the shards of its block, whatever the environment: %j', (variables) => {
  Object.assign(environment, variables);
  expect(open({ shards: [1, 2], total: 3 }).client.options).toMatchObject({ shards: [1, 2], shardCount: 3 });
});

test.each([
  [4004, /DISCORD_TOKEN\. Reset it at discord\.com\/developers/],
  [4010, /the shards .+: go back to the previous one, and please report it\.$/],
  [4011, /more servers than .+: stop it.+ without SHARDS/],
  [4012, /gateway version: update Crier\.$/],
  [4013, /the intents .+: go back to the previous one, and please report it\.$/],
  [4014, /the intents .+: go back to the previous one, and please report it\.$/],
  [4999, /for good \(4999\): start Crier again/],
])('a fatal close code %i tells the operator what to do', (code, sentence) => {
  const { client, log, fatal } = open();
  client.emit(Events.ShardDisconnect, { code, reason: '', wasClean: true }, 0);
  expect(fatal).toEqual([expect.objectContaining({ message: expect.stringMatching(sentence) })]);
  expect(log.errors()).toMatchObject([{ sentence: 'Gateway closed for good', facts: { code } }]);
});
