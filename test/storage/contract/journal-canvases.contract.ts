import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SeenCanvas } from '../../../src/ports/pictures.ts';
import { canvasId, pixelsOf, seenCanvas } from '../../market/paintings/samples.ts';
import { propertyRuns } from '../../property-runs.ts';
import type { OpenJournal } from './open-journal.ts';

const isFirst = (id: string) => id === canvasId(1);
const WIDE_LIMITS = { count: 1_000, bytes: 1e9 };

export function canvases(open: OpenJournal): void {
  it('keeps a whole canvas over a restart', async () => {
    const { journal, reopen } = await open();
    const title = 'Harbour \\ at “Dusk” 🧱';
    const seen = seenCanvas({ title, author: null, width: 32, height: 32, pixels: pixelsOf(1_024) });
    expect(await journal.canvases.find(seen.id)).toBeNull();
    await journal.saveCanvases([seen]);
    const { seenAt, ...canvas } = seen;
    const stored = { ...canvas, firstSeenAt: seenAt, lastSeenAt: seenAt };
    expect(await (await reopen()).canvases.find(seen.id)).toEqual(stored);
  });

  it('keeps the pixels of the higher version, then of the later event, in any order of saving', async () => {
    const { journal } = await open();
    const sighting = fc.record({ version: fc.nat(3), seenAt: fc.nat(3), seed: fc.nat(1_000) });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(sighting, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        async (batches) => {
          number += 1;
          const id = canvasId(number);
          const seen = batches.map((batch) =>
            batch.map(({ version, seenAt, seed }) => paintedBy(id, version, seenAt, seed)),
          );
          for (const batch of seen) await journal.saveCanvases(batch);
          const all = seen.flat();
          const last = all.reduce((best, one) =>
            one.version > best.version || (one.version === best.version && one.seenAt >= best.seenAt) ? one : best,
          );
          const found = await journal.canvases.find(id);
          expect([found?.title, found?.pixels, found?.version]).toEqual([last.title, last.pixels, last.version]);
          expect(found?.firstSeenAt).toBe(Math.min(...all.map(({ seenAt }) => seenAt)));
          expect(found?.lastSeenAt).toBe(Math.max(...all.map(({ seenAt }) => seenAt)));
        },
      ),
      { numRuns: propertyRuns(0.3) },
    );
  });

  it('finds canvases by words of title, author and id in any case, the most recently seen first', async () => {
    const { journal } = await open();
    await journal.saveCanvases([
      seenCanvas({ id: canvasId(101), title: 'Harbour at Dusk', author: 'Ada', seenAt: 1 }),
      seenCanvas({ id: canvasId(102), title: 'Harbour at Dawn', author: 'Bo', seenAt: 3 }),
      seenCanvas({ id: canvasId(103), title: 'Ärger im Moor', author: 'Ada', seenAt: 2 }),
      seenCanvas({ id: canvasId(104), title: null, author: '100%_\\', seenAt: 4 }),
    ]);
    const found = async (text: string, limit = 9) =>
      (await journal.canvases.search(text, limit)).map(({ id }) => Number(id.slice(-1)));
    expect(await found('harbour')).toEqual([2, 1]);
    expect(await found('ADA harb')).toEqual([1]);
    expect(await found('ARGER')).toEqual([3]);
    expect(await found(canvasId(103))).toEqual([3]);
    expect(await found('100%')).toEqual([4]);
    expect(await found('')).toEqual([4, 2, 3, 1]);
    expect(await found('', 2)).toEqual([4, 2]);
    expect(await found('nothing like it')).toEqual([]);
  });

  it('returns the titles of those given canvases that are saved', async () => {
    const { journal } = await open();
    await journal.saveCanvases([seenCanvas({ id: canvasId(1) }), seenCanvas({ id: canvasId(2), title: null })]);
    const titles = await journal.canvases.titles([canvasId(2), canvasId(9)]);
    expect(titles).toEqual([
      { id: canvasId(2), title: null, author: 'Player_017', width: 16, height: 16, lastSeenAt: 1_000 },
    ]);
  });

  it('drops canvases above the limits, those seen longest ago first and the needed ones last', async () => {
    const { journal } = await open();
    const all = [1, 2, 3, 4, 5].map((number) => seenCanvas({ id: canvasId(number), seenAt: number }));
    await journal.saveCanvases(all);
    expect(await journal.pruneCanvases(() => false, WIDE_LIMITS)).toBe(0);
    expect(await journal.pruneCanvases(isFirst, { ...WIDE_LIMITS, count: 3 })).toBe(2);
    const left = async () => (await journal.canvases.search('', 9)).map(({ id }) => id);
    expect(await left()).toEqual([canvasId(5), canvasId(4), canvasId(1)]);
    const { bytes } = await journal.canvases.totals();
    expect(await journal.pruneCanvases(isFirst, { ...WIDE_LIMITS, bytes: bytes - 1 })).toBe(1);
    expect(await left()).toEqual([canvasId(5), canvasId(1)]);
    expect(await journal.canvases.totals()).toMatchObject({ count: 2 });
  });

  it('counts no canvases if none was seen', async () => {
    const { journal } = await open();
    await journal.saveCanvases([]);
    expect(await journal.canvases.totals()).toEqual({ count: 0, bytes: 0 });
  });
}

function paintedBy(id: string, version: number, seenAt: number, seed: number): SeenCanvas {
  return seenCanvas({ id, version, seenAt, title: `Study ${seed}`, pixels: pixelsOf(256, seed) });
}
