import { expect, test } from 'vitest';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { NEVER_BANNED } from './never-banned.ts';
import { NO_ICONS } from './no-icons.ts';
import { NO_PICTURES } from './no-pictures.ts';

const NOWHERE = 'http://127.0.0.1:9';

const sealed = { id: 1, target: { kind: 'channel', id: '200' }, nonce: 'n', subscriptionIds: [], sealedAt: 0 } as const;

function messenger() {
  const addresses = { find: async () => null, keep: async () => {}, forget: async () => {} };
  return createMessenger({
    signal: AbortSignal.any([]),
    ...{
      api: NOWHERE,
      token: 'a.b.c',
      addresses,
      rateLimiter: unlimitedRateLimiter(),
      languages: LANGUAGES,
      icons: NO_ICONS,
      draw: NO_PICTURES.draw,
      clock: systemClock,
      log: recordingLog(),
    },
    addressBan: NEVER_BANNED,
    onUnauthorized: () => {},
  });
}

test.each([
  ['is no JSON', '{oops', 'not JSON'],
  ['is of a newer Crier', '{"v":2,"message":{},"plain":""}', 'written by a newer Crier (version 2)'],
  ['names pictures of no form', '{"v":1,"message":{},"plain":"","pictures":[{"canvas":7}]}', 'not a valid record'],
  ['has no plain text', '{"v":1,"message":{"content":"Sold"}}', 'not a valid record'],
])('a sealed message that %s is rejected, not retried', async (_what, body, why) => {
  expect(await messenger().send({ ...sealed, body })).toEqual({
    kind: 'rejected',
    why: `the sealed message cannot be read: ${why}`,
  });
});

test.each(['{"message":{"content":"Sold"},"plain":"Sold"}', '{"v":1,"message":{"content":"Sold"},"plain":"Sold"}'])(
  'a sealed message of the first or the current version is sent: %s',
  async (body) => {
    expect(await messenger().send({ ...sealed, body }), 'and Discord is not there').toMatchObject({ kind: 'retry' });
  },
);
