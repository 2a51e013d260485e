import { describe, expect, test } from 'vitest';
import { AlertPictures, LONGEST_DRAWING_MS } from '../../src/discord/alerts/alert-pictures.ts';
import type { SealedPicture } from '../../src/discord/render/alert/alert-body.ts';
import { recordingLog } from '../log/recording-log.ts';
import { greyPng } from '../sandbox/discord/png.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { canvasId } from './painting-samples.ts';

const CHANNEL = { kind: 'channel', id: '200' } as const;
const ICON = { url: 'https://example.org/paper.png', description: 'Paper' };
const MESSAGE = { content: 'Sold', embeds: [{ description: 'one', thumbnail: ICON }, { description: 'two' }] };
const PNG = greyPng(2, 2);

const picture = (n: number, ...embeds: readonly number[]): SealedPicture => ({
  ...{ canvas: canvasId(n), generation: null, width: 16, height: 16 },
  ...{ name: `canvas-${canvasId(n)}.png`, description: `Painting ${n}`, embeds },
});

function open(draw: (canvas: string) => Promise<Uint8Array | null>) {
  const clock = new ManualClock();
  const log = recordingLog();
  const pictures = new AlertPictures({ draw, clock, log });
  const add = (...sealed: readonly SealedPicture[]) => pictures.addTo(MESSAGE, sealed, CHANNEL);
  return { clock, log, pictures, add };
}

describe('a sealed message', () => {
  test('gets its pictures as files that its embeds refer to', async () => {
    const added = await open(async () => PNG).add(picture(1, 0), picture(2, 1));
    expect(added?.files.map(({ name }) => name)).toEqual([picture(1).name, picture(2).name]);
    expect(added?.message.attachments).toEqual([
      { id: 0, filename: picture(1).name, description: 'Painting 1' },
      { id: 1, filename: picture(2).name, description: 'Painting 2' },
    ]);
    expect(added?.message.embeds?.map(({ thumbnail }) => thumbnail)).toEqual([
      { url: `attachment://${picture(1).name}`, description: 'Painting 1' },
      { url: `attachment://${picture(2).name}`, description: 'Painting 2' },
    ]);
  });

  test('keeps the icon if a picture can no longer be drawn', async () => {
    const { add, log } = open(async (canvas) => (canvas === canvasId(2) ? PNG : null));
    const added = await add(picture(1, 0), picture(2, 1));
    expect(added?.files).toHaveLength(1);
    expect(added?.message.embeds?.[0]?.thumbnail).toEqual(ICON);
    expect(log.lines).toMatchObject([{ level: 'info' }]);
  });

  test('is sent without files if no picture can be drawn, or the drawing fails', async () => {
    expect(await open(async () => null).add(picture(1, 0))).toBeNull();
    const failing = open(async () => {
      throw new Error('no thread');
    });
    expect(await failing.add(picture(1, 0))).toBeNull();
    expect(failing.log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
  });

  test('waits for its pictures up to a limit, and attaches those that are ready', async () => {
    const { add, clock } = open((canvas) => (canvas === canvasId(1) ? new Promise(() => {}) : Promise.resolve(PNG)));
    const adding = add(picture(1, 0), picture(2, 1));
    await clock.run(LONGEST_DRAWING_MS - 1);
    expect(clock.sleepers()).toBe(1);
    await clock.run(1);
    expect((await adding)?.files.map(({ name }) => name)).toEqual([picture(2).name]);
  });

  test('is sent without pictures at once while too many drawings hang', async () => {
    let asked = 0;
    const { pictures, clock } = open(() => {
      asked += 1;
      return new Promise(() => {});
    });
    const hanging = Array.from({ length: 30 }, () =>
      pictures.addTo(
        MESSAGE,
        Array.from({ length: 10 }, (_, n) => picture(n, 0)),
        CHANNEL,
      ),
    );
    await clock.run(LONGEST_DRAWING_MS);
    expect(await Promise.all(hanging)).toEqual(hanging.map(() => null));
    expect(asked).toBe(40);
    expect(await pictures.addTo(MESSAGE, [picture(1, 0)], CHANNEL)).toBeNull();
  });
});

describe('a channel that refuses files', () => {
  test('gets no pictures for ten minutes, and is then tried again', async () => {
    const { add, pictures, clock } = open(async () => PNG);
    pictures.refuse(CHANNEL);
    expect(await add(picture(1, 0))).toBeNull();
    clock.advance(10 * 60_000 - 1);
    expect(await add(picture(1, 0))).toBeNull();
    clock.advance(1);
    expect((await add(picture(1, 0)))?.files).toHaveLength(1);
  });

  test('does not affect the pictures of other channels', async () => {
    const { pictures } = open(async () => PNG);
    pictures.refuse(CHANNEL);
    expect((await pictures.addTo(MESSAGE, [picture(1, 0)], { kind: 'user', id: '200' }))?.files).toHaveLength(1);
  });
});
