import type { Canvases, DrawCanvas } from '../ports/canvases.ts';
import type { History } from '../ports/journal.ts';
import type { Pictures } from '../ports/pictures.ts';

interface PicturesParts {
  readonly canvases: Pick<Canvases, 'titles'>;
  readonly drawCanvas: DrawCanvas;
  readonly journal: Pick<History, 'bans'>;
}

/**
 * The pictures of paintings for messages that others can read. The store is asked for bans each time, because any process of a
 * fleet seals and sends, and a ban may come in between.
 */
export function composePictures({ canvases, drawCanvas, journal }: PicturesParts): Pictures {
  const banned = async () => new Set((await journal.bans()).map(({ id }) => id.toLowerCase()));
  return {
    async find(ids) {
      const [titles, bans] = await Promise.all([canvases.titles(ids), banned()]);
      return titles.map(({ id, title, author, width, height }) => {
        return { id, title, author, width, height, isBanned: bans.has(id.toLowerCase()) };
      });
    },
    async draw(id) {
      if ((await banned()).has(id.toLowerCase())) return null;
      return (await drawCanvas(id))?.attachment ?? null;
    },
  };
}
