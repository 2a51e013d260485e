import { expect, test } from 'vitest';
import { CanvasKeeper } from '../../src/pipeline/canvas-keeper.ts';
import type { SeenCanvas } from '../../src/ports/pictures.ts';
import { HOUR_MS } from '../../src/time/durations.ts';
import { recordingLog } from '../log/recording-log.ts';
import { canvasId, canvasSnbt } from '../market/paintings/samples.ts';

function openKeeper(save: (seen: readonly SeenCanvas[]) => void = () => undefined) {
  const saved: SeenCanvas[][] = [];
  const log = recordingLog();
  const saveCanvases = async (seen: readonly SeenCanvas[]) => {
    save(seen);
    saved.push([...seen]);
  };
  const keeper = new CanvasKeeper({ writer: { saveCanvases }, log });
  return { keeper, saved, log };
}

test('canvases that arrive together are saved in one batch, in the order of their sightings', async () => {
  const { keeper, saved } = openKeeper();
  for (const number of [1, 2, 3]) keeper.notice(canvasSnbt({ id: canvasId(number) }), number);
  await keeper.settled();
  expect(saved.map((group) => group.map(({ id, seenAt }) => [id, seenAt]))).toEqual([
    [1, 2, 3].map((number) => [canvasId(number), number]),
  ]);
});

test('a painting is read only after the event that showed it', async () => {
  const { keeper, saved } = openKeeper();
  keeper.notice(canvasSnbt(), 1);
  await Promise.resolve();
  expect(saved).toEqual([]);
  await keeper.settled();
  expect(saved).toHaveLength(1);
});

test('a saved painting is written again after an hour, not before', async () => {
  const { keeper, saved } = openKeeper();
  for (const seenAt of [0, 1, HOUR_MS - 1, HOUR_MS]) {
    keeper.notice(canvasSnbt(), seenAt);
    await keeper.settled();
  }
  expect(saved.flat().map(({ seenAt }) => seenAt)).toEqual([0, HOUR_MS]);
});

test('a failed write is logged once, and retried with the next sighting', async () => {
  let isFull = true;
  const { keeper, saved, log } = openKeeper(() => {
    if (isFull) throw new Error('disk full');
  });
  for (const seenAt of [1, 2]) {
    keeper.notice(canvasSnbt(), seenAt);
    await keeper.settled();
  }
  const logged = log.lines.filter(({ level }) => level !== 'debug').map(({ sentence }) => sentence);
  expect(logged).toEqual(['Paintings not saved, retrying with the next sighting']);
  isFull = false;
  keeper.notice(canvasSnbt(), 3);
  await keeper.settled();
  expect(saved.flat().map(({ seenAt }) => seenAt)).toEqual([3]);
  expect(log.lines.at(-1)?.sentence).toBe('Paintings saved again');
});

test('the queue is bounded: paintings above the limit are left for later, which is logged once', async () => {
  const { keeper, saved, log } = openKeeper();
  for (let number = 0; number < 2_500; number++) keeper.notice(canvasSnbt({ id: canvasId(number) }), number);
  await keeper.settled();
  expect(saved.flat()).toHaveLength(2_000);
  expect(log.lines.map(({ sentence }) => sentence)).toEqual([
    'Too many paintings at once, saving some at the next sighting',
  ]);
});

test('a text without a canvas saves nothing', async () => {
  const { keeper, saved } = openKeeper();
  keeper.notice('{canvas_pixels:[I;1]}', 1);
  keeper.notice('{canvas_pixels', 1);
  await keeper.settled();
  expect(saved).toEqual([]);
});
