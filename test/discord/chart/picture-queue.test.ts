import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  type Chart,
  createPictureQueue,
  LONGEST_PICTURE_WAIT_MS,
  MOST_QUEUED_PICTURES,
  type Picture,
  PicturesBusy,
  pictureKey,
} from '../../../src/discord/chart/picture.ts';
import type { PriceChart } from '../../../src/discord/chart/price-chart.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { chartOf, HOUR, languageOf, NOW, traded } from './charts.ts';

/** Returns a queue whose pictures are finished by the test. */
function drawnByHand() {
  const time = new ManualClock();
  const begun: { readonly title: string; readonly finish: () => void; readonly fail: () => void }[] = [];
  const draw = ({ title }: Chart) => {
    const { promise, resolve, reject } = Promise.withResolvers<Picture>();
    const drawn = { attachment: Buffer.from(title), name: 'price.png', description: title };
    begun.push({ title, finish: () => resolve(drawn), fail: () => reject(new Error('no ink')) });
    return promise;
  };
  return { time, begun, pictures: createPictureQueue({ draw, clock: time }) };
}

const titles = (count: number) => Array.from({ length: count }, (_, at) => `Block ${at}`);

test('equal requests share one picture, during and after its drawing', async () => {
  const { begun, pictures } = drawnByHand();
  const asked = Array.from({ length: 100 }, () => pictures(chartOf()));
  await yieldToEventLoop();
  begun[0]?.finish();
  const [first, ...others] = await Promise.all(asked);
  expect(new Set(others)).toEqual(new Set([first]));
  expect(await pictures(chartOf())).toBe(first);
  expect(begun).toHaveLength(1);
});

test('a picture is reused within a minute, but never if anything displayed differs', () => {
  const chart = chartOf({ points: traded([1, 2]), asks: [{ at: NOW - HOUR, ask: 3 }] });
  const later = (ms: number) => ({ ...chart, from: chart.from + ms, to: chart.to + ms, now: chart.now + ms });
  const others: PriceChart[] = [
    later(60_000),
    { ...chart, title: 'Slime' },
    { ...chart, language: languageOf('de') },
    { ...chart, target: 4 },
    { ...chart, points: traded([1, 2.01]) },
    { ...chart, asks: [{ at: NOW - HOUR, ask: 4 }] },
    { ...chart, outages: [{ from: NOW - HOUR, until: null }] },
    { ...chart, outages: [{ from: NOW - HOUR, until: NOW - HOUR / 2 }] },
  ];
  expect(pictureKey(later(30_000))).toBe(pictureKey(chart));
  expect(new Set([chart, ...others].map(pictureKey)).size).toBe(others.length + 1);
});

test('the picture queue draws one picture at a time and limits the waiting requests', async () => {
  const { begun, pictures } = drawnByHand();
  const [first, ...others] = titles(MOST_QUEUED_PICTURES + 1).map((title) => pictures(chartOf({ title })));
  await yieldToEventLoop();
  expect(begun.map(({ title }) => title)).toEqual(['Block 0']);
  const line = pictures(chartOf({ title: 'the last of the line' }));
  await expect(pictures(chartOf({ title: 'one too many' }))).rejects.toThrow(PicturesBusy);
  begun[0]?.finish();
  await first;
  await yieldToEventLoop();
  expect(begun.map(({ title }) => title)).toEqual(['Block 0', 'Block 1']);
  expect(others).toHaveLength(MOST_QUEUED_PICTURES);
  for (const picture of [...others, line]) picture.catch(() => {}); // These requests never finish.
});

test('a request times out after a limit, is then not drawn, and can be repeated', async () => {
  const { time, begun, pictures } = drawnByHand();
  const asked = titles(3).map((title) => pictures(chartOf({ title })));
  const answers = Promise.allSettled(asked);
  await time.run(LONGEST_PICTURE_WAIT_MS);
  for (const answer of await answers) expect(answer).toMatchObject({ reason: expect.any(PicturesBusy) });
  begun[0]?.finish();
  await yieldToEventLoop();
  expect(begun.map(({ title }) => title)).toEqual(['Block 0']);

  const again = pictures(chartOf({ title: 'Block 1' }));
  await yieldToEventLoop();
  begun[1]?.finish();
  expect((await again).description).toBe('Block 1');
});

test('a failed drawing does not block the queue, and is tried again', async () => {
  const { begun, pictures } = drawnByHand();
  const [one, other] = titles(2).map((title) => pictures(chartOf({ title })));
  await yieldToEventLoop();
  begun[0]?.fail();
  await expect(one).rejects.toThrow('no ink');
  await yieldToEventLoop();
  begun[1]?.finish();
  expect((await other)?.description).toBe('Block 1');
  const again = pictures(chartOf({ title: 'Block 0' }));
  await yieldToEventLoop();
  begun[2]?.finish();
  expect((await again).description).toBe('Block 0');
});
