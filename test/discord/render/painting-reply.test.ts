import fc from 'fast-check';
import { test } from 'vitest';
import { renderPaintingCard } from '../../../src/discord/render/answer/painting-card.ts';
import { identitiesOfCanvas } from '../../../src/market/paintings/canvas.ts';
import { propertyRuns } from '../../property-runs.ts';
import { expectAccepted, expectHarmless } from './accepted.ts';
import { language, moment, shop } from './arbitraries.ts';
import { hostileText } from './hostile.ts';

const stock = { remaining: fc.oneof(fc.constant(0), fc.maxSafeNat()), estimated: fc.boolean() };

test('the reply of /painting with any names of painting and sellers is accepted by Discord', () => {
  const canvas = '0a1b2c3d-0000-4000-8000-00000000000a_12';
  const painted = { title: fc.option(hostileText), author: fc.option(hostileText) };
  const paid = {
    p10: fc.double({ min: 0, max: 1e300, noNaN: true }),
    p90: fc.double({ min: 0, max: 1e300, noNaN: true }),
  };
  const summary = fc.record({ ...paid, trades: fc.nat(), lastAt: moment });
  const kind = fc.record({ paid: fc.option(summary), query: fc.option(fc.constant('abcdefgh')) });
  const bans = fc.record({
    bans: fc.constantFrom([], [{ id: canvas, firstSeenAt: 1_700_000_000_000 }]),
    heardAt: moment,
    trouble: fc.option(hostileText),
  });
  const answer = fc.record({
    canvas: fc.option(fc.constant(canvas)),
    ...painted,
    kinds: fc.array(kind, { maxLength: 4 }),
    days: fc.constant(90),
    sellers: fc.option(fc.array(fc.record({ canvases: fc.constant([canvas]), shop, ...stock }), { maxLength: 15 })),
    bans: fc.option(bans),
    isKept: fc.boolean(),
    picture: fc.option(fc.record({ ...painted, width: fc.constant(32), height: fc.constant(16) })),
    freshness: fc.constant('-# shops as of <t:1700000000:R>'),
    language,
  });
  fc.assert(
    fc.property(answer, ({ kinds, picture, ...one }) => {
      const identities = identitiesOfCanvas(canvas);
      const file = picture && { ...picture, name: `canvas-${canvas}.png`, attachment: Buffer.alloc(0) };
      const known = kinds.flatMap(({ paid: of, query }, at) => {
        const identity = identities[at];
        if (identity === undefined) return [];
        const sum = of && { ...of, median: of.p10, volume: 1, shops: 1 };
        return [
          { identity, item: { type: identity.type, key: identity.key }, paid: sum, query: query && `${query}${at}` },
        ];
      });
      const reply = renderPaintingCard({ ...one, kinds: known, picture: file });
      expectHarmless(reply);
      expectAccepted(reply);
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});
