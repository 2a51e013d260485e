import { expect, test } from 'vitest';
import { composePictures } from '../../src/composition/delivery.ts';
import type { CanvasPicture, CanvasTitle } from '../../src/ports/pictures.ts';

const ID = '0a1b2c3d-0000-4000-8000-00000000000a_7';
const TITLE: CanvasTitle = { id: ID, title: 'Two Hills', author: 'Ada', width: 16, height: 16, lastSeenAt: 1 };
const PICTURE: CanvasPicture = { ...TITLE, name: `canvas-${ID}.png`, attachment: Buffer.from('png') };

function open(heardAt: number | null, banned: readonly string[]) {
  return composePictures({
    canvases: { titles: async () => [TITLE] },
    drawCanvas: async () => PICTURE,
    journal: { checkpoint: async () => heardAt, bans: async () => banned.map((id) => ({ id, firstSeenAt: null })) },
  });
}

test('no painting is shown in public before the first list of bans', async () => {
  expect(await open(null, []).find([ID])).toEqual([]);
  expect(await open(null, []).draw(ID)).toBeNull();
});

test('a painting is shown once a list of bans lacks it, and a banned one never', async () => {
  expect(await open(5, []).find([ID])).toMatchObject([{ id: ID, isBanned: false }]);
  expect(await open(5, []).draw(ID)).toEqual(PICTURE.attachment);
  expect(await open(5, [ID.toUpperCase()]).find([ID])).toMatchObject([{ isBanned: true }]);
  expect(await open(5, [ID.toUpperCase()]).draw(ID)).toBeNull();
});
