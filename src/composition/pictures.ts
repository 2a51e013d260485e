import { BANS_HEARD } from '../pipeline/ban-register.ts';
import type { Checkpoints, History } from '../ports/journal.ts';
import type { Canvases, DrawCanvas, Pictures } from '../ports/pictures.ts';

interface PicturesParts {
  readonly canvases: Pick<Canvases, 'titles'>;
  readonly drawCanvas: DrawCanvas;
  readonly journal: Pick<History, 'bans'> & Pick<Checkpoints, 'checkpoint'>;
}

/**
 * The pictures of paintings for messages that others can read. The store is asked for bans each time, because any
 * process of a fleet seals and sends, and a ban may come in between. Until the first list of bans is known, every
 * painting may be banned.
 */
export function composePictures({ canvases, drawCanvas, journal }: PicturesParts): Pictures {
  /** @returns null if no list was ever read */
  async function readBans(): Promise<ReadonlySet<string> | null> {
    if ((await journal.checkpoint(BANS_HEARD)) === null) return null;
    return new Set((await journal.bans()).map(({ id }) => id.toLowerCase()));
  }
  return {
    async find(ids) {
      const [titles, bans] = await Promise.all([canvases.titles(ids), readBans()]);
      if (bans === null) return [];
      return titles.map(({ id, title, author, width, height }) => {
        return { id, title, author, width, height, isBanned: bans.has(id.toLowerCase()) };
      });
    },
    async draw(id) {
      const bans = await readBans();
      if (bans === null || bans.has(id.toLowerCase())) return null;
      return (await drawCanvas(id))?.attachment ?? null;
    },
  };
}
