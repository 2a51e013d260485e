import type { DatabaseSync } from 'node:sqlite';
import type { Canvases, CanvasLimits, CanvasTitle, IsNeeded, SeenCanvas, StoredCanvas } from '../../ports/pictures.ts';
import {
  CANVAS_COLUMNS,
  type CanvasRow,
  type CanvasSize,
  canvasRows,
  MOST_SEARCH_WORDS,
  PAINTED_COLUMNS,
  readCanvasRow,
  readTitleRow,
  searchedWords,
  surplusCanvases,
  TITLE_COLUMNS,
  type TitleRow,
} from '../mappers/canvas-row.ts';
import type { UnreadableRows } from '../mappers/record.ts';
import { command, query } from './sql.ts';

const CANVASES_PER_PRUNE_STEP = 200;

/** The canvases that were seen, each stored once. */
export class CanvasesTable implements Canvases {
  readonly #sql;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#sql = {
      put: command(
        db,
        `INSERT INTO canvases (${CANVAS_COLUMNS}) VALUES (${CANVAS_COLUMNS.map(() => '?')})
       ON CONFLICT (id) DO UPDATE SET ${PAINTED_COLUMNS.map((name) => `${name} = excluded.${name}`)}
         WHERE (excluded.version, excluded.pixels_at) >= (canvases.version, canvases.pixels_at)`,
      ),
      see: command(
        db,
        'UPDATE canvases SET first_seen_at = min(first_seen_at, ?), last_seen_at = max(last_seen_at, ?) WHERE id = ?',
      ),
      find: query<TitleRow & Pick<CanvasRow, 'pixels' | 'version' | 'first_seen_at'>>(
        db,
        `SELECT ${TITLE_COLUMNS}, pixels, version, first_seen_at FROM canvases WHERE id = ?`,
      ),
      titles: query<TitleRow>(db, `SELECT ${TITLE_COLUMNS} FROM canvases WHERE id IN (SELECT value FROM json_each(?))`),
      // The index covers all columns of the search, so that the table with its long rows is read only for the found
      // canvases.
      search: query<TitleRow>(
        db,
        `SELECT ${TITLE_COLUMNS} FROM canvases WHERE id IN
         (SELECT id FROM canvases INDEXED BY canvases_by_age WHERE ${HAS_EACH_WORD} ORDER BY last_seen_at DESC LIMIT ?)
       ORDER BY last_seen_at DESC, id`,
      ),
      totals: query<CanvasLimits>(db, 'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM canvases'),
      sizes: query<CanvasSize>(
        db,
        'SELECT id, bytes FROM canvases INDEXED BY canvases_by_age ORDER BY last_seen_at DESC, id DESC',
      ),
      drop: command(db, 'DELETE FROM canvases WHERE id IN (SELECT value FROM json_each(?))'),
    };
    this.#unreadable = unreadable;
  }

  async find(id: string): Promise<StoredCanvas | null> {
    const row = this.#sql.find.first(id);
    if (row === undefined) return null;
    try {
      return readCanvasRow(row);
    } catch (error) {
      this.#unreadable.note(`canvas ${id}`, error);
      this.#unreadable.logNoted('Canvas unreadable, shown without a picture');
      return null;
    }
  }

  async titles(ids: readonly string[]): Promise<readonly CanvasTitle[]> {
    return this.#sql.titles.all(JSON.stringify(ids)).map(readTitleRow);
  }

  async search(text: string, limit: number): Promise<readonly CanvasTitle[]> {
    return this.#sql.search.all(...searchedWords(text), limit).map(readTitleRow);
  }

  async totals(): Promise<CanvasLimits> {
    return this.#sql.totals.first() ?? { count: 0, bytes: 0 };
  }

  /** Writes sightings of canvases as part of the caller's transaction. */
  save(seen: readonly SeenCanvas[]): void {
    for (const row of canvasRows(seen)) {
      this.#sql.put(...CANVAS_COLUMNS.map((name) => row[name]));
      this.#sql.see(row.first_seen_at, row.last_seen_at, row.id);
    }
  }

  /**
   * Deletes canvases above the limits. Each step needs a transaction of its own.
   * @returns the number of deleted canvases
   */
  *prune(isNeeded: IsNeeded, limits: CanvasLimits): Generator<void, number> {
    const surplus = surplusCanvases(this.#sql.sizes.all(), isNeeded, limits);
    for (let from = 0; from < surplus.length; from += CANVASES_PER_PRUNE_STEP) {
      this.#sql.drop(JSON.stringify(surplus.slice(from, from + CANVASES_PER_PRUNE_STEP)));
      yield;
    }
    return surplus.length;
  }
}

const HAS_EACH_WORD = Array.from({ length: MOST_SEARCH_WORDS }, () => 'instr(words, ?)').join(' AND ');
