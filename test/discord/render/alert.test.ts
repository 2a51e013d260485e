import type { APIEmbed } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeAlert } from '../../../src/discord/render/alert.ts';
import type { Change } from '../../../src/market/change.ts';
import type { Telling } from '../../../src/ports/messenger.ts';
import type { Feed } from '../../../src/routing/feed.ts';
import { auction, item, shop, trade } from '../../market/samples.ts';
import { expectAccepted, expectHarmless } from './accepted.ts';
import { telling as anyTelling, BEGAN } from './arbitraries.ts';

const FEED: Feed = {
  id: 'feed0001',
  guildId: '80351110224678912',
  channelId: '80351110224678913',
  makerId: '80351110224678914',
  kind: 'trades',
  style: 'cards',
  filter: { containers: true },
  minValue: 0,
  everyMinutes: 0,
  quiet: null,
  locale: 'en-US',
  createdAt: BEGAN,
  paused: false,
};

function tell(change: Change, { kind = 'change' as 'change' | 'sample', feed = FEED } = {}): Telling {
  const target = { kind: 'channel', id: feed.channelId } as const;
  return {
    notice: { id: 1, held: null, target, cause: { kind, change }, sources: [feed.id], dueAt: 0 },
    sources: [feed],
    worth: null,
  };
}

const bought = (moved: number, paid: number, at = BEGAN): Change => ({
  kind: 'traded',
  at,
  trade: trade({ moved, paid, at }),
  shop: shop(1),
});

const embedsOf = (tellings: readonly Telling[]): readonly APIEmbed[] =>
  composeAlert(tellings, BEGAN).body.message.embeds ?? [];

describe('whatever is to be told', () => {
  test('the message is one that Discord takes, and no player has a say in its form', () => {
    fc.assert(
      fc.property(fc.array(anyTelling, { minLength: 1, maxLength: 30 }), (tellings) => {
        const { body, taken } = composeAlert(tellings, BEGAN);
        expect(taken).toBeGreaterThanOrEqual(1);
        expect(taken).toBeLessThanOrEqual(tellings.length);
        expectAccepted(body.message);
        expectHarmless({ embeds: body.message.embeds ?? [] });
        expectAccepted({ content: body.plain });
        expectHarmless({ content: body.plain.replace(/<#\d+>/, '') });
      }),
      { numRuns: 150 },
    );
  });

  test('however far behind a target is, one message is enough, and Discord takes it', () => {
    const many = fc.array(anyTelling, { minLength: 61, maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(many, (tellings) => {
        const changes = tellings.filter(({ notice }) => notice.cause.kind === 'change');
        if (changes.length <= 60) return;
        const { body, taken } = composeAlert(changes, BEGAN);
        expect(taken).toBe(changes.length);
        expectAccepted(body.message);
        expectHarmless({ embeds: body.message.embeds ?? [] });
        expectAccepted({ content: body.plain });
      }),
      { numRuns: 15 },
    );
  });

  test('message after message, all is told, in order', () => {
    fc.assert(
      fc.property(fc.array(anyTelling, { minLength: 1, maxLength: 40 }), (tellings) => {
        let rest: readonly Telling[] = tellings;
        for (let messages = 0; rest.length > 0; messages += 1) {
          expect(messages).toBeLessThan(tellings.length);
          rest = rest.slice(composeAlert(rest, BEGAN).taken);
        }
      }),
      { numRuns: 50 },
    );
  });
});

test('equal trades are told as one, with their sums', () => {
  const [embed, ...others] = embedsOf([tell(bought(3, 12)), tell(bought(1, 4)), tell(bought(60, 240))]);
  expect(others).toEqual([]);
  expect(embed?.title).toBe('3 purchases: 64 × Slime Block');
  expect(embed?.description).toContain('For **256** (4.00 each)'.replace('4.00', '4'));
  expect(embed?.description).toContain('Ada · `1 64 -3` world');
});

test('the sums of merged trades are right, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 60 }), (bundles) => {
      const [embed] = embedsOf(bundles.map((n) => tell(bought(4 * n, 3 * n))));
      const sum = bundles.reduce((total, n) => total + n, 0);
      expect(embed?.title).toContain(`${(4 * sum).toLocaleString('en-US')} × Slime Block`);
      expect(embed?.description).toContain(`For **${(3 * sum).toLocaleString('en-US')}** (0.75 each)`);
    }),
  );
});

test('trades at another price, or at another place, stand apart', () => {
  const elsewhere: Change = {
    ...bought(3, 12),
    kind: 'traded',
    trade: trade({ location: { x: 9, y: 9, z: 9, world: 'w' } }),
    shop: null,
  };
  expect(embedsOf([tell(bought(3, 12)), tell(bought(3, 13)), tell(elsewhere)])).toHaveLength(3);
});

test('an auction shows its exact final bid', () => {
  const of = { ...auction(item('ELYTRA')), finalBid: 7_000_001, sold: 3 };
  const [embed] = embedsOf([tell({ kind: 'auctioned', at: BEGAN, auction: of })]);
  expect(embed?.title).toBe('Auction: 3 × Elytra');
  expect(embed?.description).toMatch(/^For \*\*7,000,001\*\* \(2,333,333\.67 each\) · <t:/);
});

test('a price of 0 is a price', () => {
  expect(embedsOf([tell(bought(3, 0))])[0]?.description).toContain('For **0** (0 each)');
});

test('of one shop that changed twice, the latest state is told', () => {
  const restocked = (remaining: number, at: number): Change => ({
    kind: 'restocked',
    at,
    shop: shop(1, { remaining }),
    before: shop(1, { remaining: 0 }),
  });
  const [embed] = embedsOf([tell(restocked(10, BEGAN)), tell(restocked(70, BEGAN + 120_000))]);
  expect(embed?.description).toContain('70 in stock');
});

test('a sample says that it is one, and never stands among what happened', () => {
  const tellings = [tell(bought(1, 1), { kind: 'sample' }), tell(bought(1, 1))];
  expect(composeAlert(tellings, BEGAN).taken).toBe(1);
  expect(embedsOf(tellings)[0]?.title).toBe('Sample: Bought: 1 × Slime Block');
});

test('a compact feed gets one list in the place of cards', () => {
  const feed = { ...FEED, style: 'compact' as const };
  const [embed, ...others] = embedsOf([tell(bought(3, 12), { feed }), tell(bought(3, 13), { feed })]);
  expect(others).toEqual([]);
  expect(embed?.description?.split('\n')).toHaveLength(2);
});

test('a target that is far behind gets a digest of all, the largest value first', () => {
  const dear: Change = { kind: 'auctioned', at: BEGAN, auction: { ...auction(item('ELYTRA')), finalBid: 9_000 } };
  const tellings = [...Array.from({ length: 80 }, (_, n) => tell(bought(2, n, BEGAN + n))), tell(dear)];
  const { body, taken } = composeAlert(tellings, BEGAN + 1_000);
  const [embed] = body.message.embeds ?? [];
  expect(taken).toBe(81);
  expect(embed?.title).toBe('81 events in short');
  expect(embed?.description?.split('\n')).toEqual([
    'Since <t:1700000000:t>, more than fits one by one:',
    '1 auction: 1 × Elytra for 9,000 (9,000 each)',
    '80 purchases: 160 × Slime Block for 3,160 (19.75 each)',
  ]);
});

test('the maker of a paused feed is told why, and alone', () => {
  const cause = { kind: 'feeds-paused', at: BEGAN, channelId: FEED.channelId, code: 50013 } as const;
  const paused: Telling = { ...tell(bought(1, 1)), notice: { ...tell(bought(1, 1)).notice, cause } };
  const { body, taken } = composeAlert([paused, tell(bought(1, 1))], BEGAN);
  expect(taken).toBe(1);
  expect(body.message.content).toContain(`<#${FEED.channelId}>: I may not write in that channel`);
  expect(composeAlert([tell(bought(1, 1)), paused], BEGAN).taken).toBe(1);
});

test('nothing to tell is a mistake of the caller', () => {
  expect(() => composeAlert([], BEGAN)).toThrow(RangeError);
});
