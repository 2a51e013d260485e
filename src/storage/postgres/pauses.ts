import type { Pause, Pauses } from '../../ports/outbox.ts';
import type { Target } from '../../routing/notice.ts';
import { writeTarget } from '../mappers/target.ts';
import type { Postgres } from './connection.ts';
import { retryWrite } from './connection-retries.ts';

const READ_CODE = { name: 'pause-code', text: 'SELECT code FROM pauses WHERE target = $1' };
const PUT_PAUSE = `INSERT INTO pauses (target, code, at) VALUES ($1, $2, $3)
  ON CONFLICT (target) DO UPDATE SET code = excluded.code, at = excluded.at`;
const REMOVE_PAUSE = 'DELETE FROM pauses WHERE target = $1';

/** The pauses in the database, which all processes share. */
export class PostgresPauses implements Pauses {
  readonly #db: Postgres;

  constructor(db: Postgres) {
    this.#db = db;
  }

  async codeOf(target: Target): Promise<number | null> {
    const { rows } = await this.#db.query<{ code: number }>(READ_CODE, [writeTarget(target)]);
    return rows[0]?.code ?? null;
  }

  async pause({ target, code, at }: Pause): Promise<void> {
    await retryWrite(this.#db, () => this.#db.query(PUT_PAUSE, [writeTarget(target), code, at]));
  }

  async resume(target: Target): Promise<void> {
    await retryWrite(this.#db, () => this.#db.query(REMOVE_PAUSE, [writeTarget(target)]));
  }
}
