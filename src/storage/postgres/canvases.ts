import type { Canvases, CanvasLimits, CanvasTitle, StoredCanvas } from '../../ports/pictures.ts';
import {
  type CanvasRow,
  MOST_WORDS,
  readCanvas,
  readTitle,
  searchedWords,
  type TitleRow,
} from '../mappers/canvas-row.ts';
import type { UnreadableRows } from '../mappers/unreadable-rows.ts';
import type { Queryable } from './client.ts';
import { readTextOrNull, storedText } from './text.ts';

const TITLE = 'id, title, author, width, height, last_seen_at';
const FIND = `SELECT ${TITLE}, pixels, version, first_seen_at FROM canvases WHERE id = $1`;
const TITLES = `SELECT ${TITLE} FROM canvases WHERE id = ANY ($1)`;
const HOLDS_WORDS = Array.from({ length: MOST_WORDS }, (_, at) => `strpos(words, $${at + 2}) > 0`).join(' AND ');
const SEARCH = `SELECT ${TITLE} FROM canvases WHERE ${HOLDS_WORDS} ORDER BY last_seen_at DESC, id LIMIT $1`;
const TOTALS = 'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM canvases';

/** The canvases that the leader saves, as they stand in PostgreSQL. */
export class PostgresCanvases implements Canvases {
  readonly #db: Queryable;
  readonly #unreadable: UnreadableRows;

  constructor(db: Queryable, unreadable: UnreadableRows) {
    this.#db = db;
    this.#unreadable = unreadable;
  }

  async find(id: string): Promise<StoredCanvas | null> {
    const { rows } = await this.#db.query<TitleRow & Pick<CanvasRow, 'pixels' | 'version' | 'first_seen_at'>>(FIND, [
      storedText(id),
    ]);
    const [row] = rows;
    if (row === undefined) return null;
    try {
      return readCanvas({ ...row, ...textsOf(row) });
    } catch (error) {
      this.#unreadable.note(`canvas ${id}`, error);
      this.#unreadable.say('Canvas not readable, shown without a picture');
      return null;
    }
  }

  async titles(ids: readonly string[]): Promise<readonly CanvasTitle[]> {
    return this.#titles(TITLES, [ids.map(storedText)]);
  }

  async search(text: string, limit: number): Promise<readonly CanvasTitle[]> {
    return this.#titles(SEARCH, [limit, ...searchedWords(text)]);
  }

  async totals(): Promise<CanvasLimits> {
    const { rows } = await this.#db.query<CanvasLimits>(TOTALS);
    return rows[0] ?? { count: 0, bytes: 0 };
  }

  async #titles(sql: string, values: readonly unknown[]): Promise<readonly CanvasTitle[]> {
    const { rows } = await this.#db.query<TitleRow>(sql, values);
    return rows.map((row) => readTitle({ ...row, ...textsOf(row) }));
  }
}

function textsOf({ title, author }: TitleRow): Pick<TitleRow, 'title' | 'author'> {
  return { title: readTextOrNull(title), author: readTextOrNull(author) };
}
