import { DiscordAPIError, HTTPError, type RateLimitData, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressBanned, outcomeOf } from '../../src/discord/rest/faults.ts';

const REQUEST = { files: undefined, body: { content: 'x' } };

function answered(status: number, code: number, message = 'as Discord says'): DiscordAPIError {
  return new DiscordAPIError({ code, message }, code, status, 'POST', 'https://discord.example/api/v10', REQUEST);
}

/** Returns the error that discord.js makes of a proxy's page in place of Discord's response. */
function page(status: number): DiscordAPIError {
  const body = {} as ConstructorParameters<typeof DiscordAPIError>[0];
  const code = undefined as unknown as number;
  return new DiscordAPIError(body, code, status, 'POST', 'https://discord.example/api/v10', REQUEST);
}

function limited(more: Partial<RateLimitData>): RateLimitError {
  return new RateLimitError({
    global: false,
    hash: 'abc',
    limit: 5,
    majorParameter: '1',
    method: 'POST',
    retryAfter: 0,
    route: '/channels/:id/messages',
    scope: 'user',
    sublimitTimeout: 0,
    timeToReset: 0,
    url: 'https://discord.example/api/v10',
    ...more,
  });
}

describe('a Discord error code', () => {
  test.each([
    [10003, 404],
    [10004, 404],
    [10013, 404],
    [50001, 403],
    [50007, 403],
    [50013, 403],
    [50278, 403],
    [50083, 400],
    [50007, 400],
    [10013, 400],
  ])('%d is permanent, so that the target is refused', (code, status) => {
    expect(outcomeOf(answered(status, code))).toMatchObject({ kind: 'refused', code });
  });

  test.each([
    [40003, 403],
    [130000, 503],
    [20016, 429],
    [20028, 429],
    [10008, 404],
  ])('%d is temporary, so that the message is retried and others continue', (code, status) => {
    expect(outcomeOf(answered(status, code))).toMatchObject({ kind: 'retry', everywhere: false });
  });

  test.each([
    [50035, 400],
    [50006, 400],
    [50033, 400],
    [40005, 413],
    [10062, 404],
    [40060, 400],
  ])('%d concerns the message, so that it alone is rejected', (code, status) => {
    expect(outcomeOf(answered(status, code))).toMatchObject({ kind: 'rejected' });
  });

  test('for opening direct messages too fast causes a longer delay than a server error', () => {
    expect(outcomeOf(answered(403, 40003))).toMatchObject({ waitMs: 30_000 });
  });

  test.each([20009, 200000, 240000])('%d of a content filter rejects this message alone at any status', (code) => {
    for (const status of [400, 403, 404])
      for (const kind of ['channel', 'user'] as const)
        expect(outcomeOf(answered(status, code), kind)).toMatchObject({ kind: 'rejected' });
  });

  test('40333, a failure of Discord’s edge network, holds all sends and does not refuse the target', () => {
    const outcome = outcomeOf(answered(403, 40333));
    expect(outcome).toMatchObject({ kind: 'retry', everywhere: 'address' });
    expect(outcome).not.toHaveProperty('unlistedCode');
  });

  const permanent = { channel: [10003, 10004, 50001, 50013, 50083, 160005], user: [10013, 50007, 50278] };
  const others = [10008, 10062, 20009, 20016, 20028, 40003, 40060, 40333, 130000, 200000, 240000];

  test.each(['channel', 'user'] as const)('with 403 or 404 pauses a %s only if it is a listed one', (kind) => {
    const known = Object.values(RESTJSONErrorCodes).filter((code) => typeof code === 'number');
    for (const status of [403, 404]) {
      for (const code of [...known, 59999]) {
        const outcome = outcomeOf(answered(status, code), kind);
        if (permanent[kind].includes(code)) expect(outcome).toMatchObject({ kind: 'refused', code });
        else expect(outcome).not.toMatchObject({ kind: 'refused' });
        if (permanent[kind].includes(code) || others.includes(code) || code === 0) continue;
        expect(outcome).toMatchObject({ kind: 'retry', everywhere: false, unlistedCode: code });
      }
    }
  });

  test('not known yet is retried', () => {
    const listed = new Set([...permanent.channel, ...permanent.user, ...others]);
    const code = fc.integer({ min: 1, max: 999_999 }).filter((one) => !listed.has(one));
    fc.assert(
      fc.property(code, fc.constantFrom(403, 404), fc.constantFrom('channel', 'user'), (one, status, kind) => {
        expect(outcomeOf(answered(status, one), kind)).toMatchObject({ kind: 'retry', unlistedCode: one });
      }),
    );
  });
});

describe('a failure without a Discord error code', () => {
  test.each([403, 404, 405, 408])('such as a page with %d pauses no target', (status) => {
    expect(outcomeOf(page(status))).toMatchObject({ kind: 'retry', everywhere: false });
  });

  test('with 403 or 404 is retried as an unlisted code', () => {
    for (const error of [answered(404, 0), page(403), page(404)])
      expect(outcomeOf(error)).toMatchObject({ kind: 'retry', unlistedCode: 0 });
  });

  test.each([500, 502, 503, 504])('with %d may hide an accepted message, so that it is retried', (status) => {
    const error = new HTTPError(status, 'trouble', 'POST', 'https://discord.example/api/v10', REQUEST);
    expect(outcomeOf(error)).toMatchObject({ kind: 'retry', waitMs: 2_000, everywhere: false });
  });

  test.each([
    ['a time-out', new DOMException('This operation was aborted', 'AbortError')],
    ['a cut connection', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
    ['no network', new TypeError('fetch failed')],
    ['what is no error at all', 'oh'],
  ])('such as %s is retried', (_, error) => {
    expect(outcomeOf(error)).toMatchObject({ kind: 'retry', everywhere: false });
  });
});

describe('a 429', () => {
  test('for a route delays this target for the given time', () => {
    expect(outcomeOf(limited({ retryAfter: 1_234 }))).toMatchObject({
      kind: 'retry',
      waitMs: 1_234,
      everywhere: false,
    });
  });

  test('foreseen by discord.js delays this target too', () => {
    expect(outcomeOf(limited({ retryAfter: 4_900, timeToReset: 4_900 }))).toMatchObject({ waitMs: 4_900 });
  });

  test('with shared scope delays this target', () => {
    const outcome = outcomeOf(limited({ retryAfter: 700, scope: 'shared' }));
    expect(outcome).toMatchObject({ kind: 'retry', waitMs: 700, everywhere: false });
  });

  test.each([
    ['by scope', { scope: 'global' as const }],
    ['by discord.js’s own count', { global: true }],
  ])('global %s delays all', (_, more) => {
    expect(outcomeOf(limited({ retryAfter: 900, ...more }))).toMatchObject({ waitMs: 900, everywhere: 'bot' });
  });

  test('for the whole address delays all', () => {
    expect(outcomeOf(new AddressBanned(600_000))).toMatchObject({
      kind: 'retry',
      waitMs: 600_000,
      everywhere: 'address',
    });
  });

  test('never retries at once', () => {
    expect(outcomeOf(limited({ retryAfter: 0, timeToReset: 0 }))).toMatchObject({ waitMs: 50 });
  });
});

test.each([
  ['a 401', answered(401, 0)],
  [
    'the emptied token of the calls after it',
    new Error('Expected token to be set for this request, but none was present'),
  ],
])('%s stops all sending', (_, error) => {
  expect(outcomeOf(error)).toMatchObject({ kind: 'unauthorized' });
});
