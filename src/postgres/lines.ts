import type { Line, LineRest, LineState, Lines } from '../ports/lines.ts';
import type { Log } from '../ports/log.ts';
import type { Target } from '../routing/notice.ts';
import { readTarget, writeTarget } from '../rows/target.ts';
import type { Clock } from '../time/clock.ts';
import type { Queryable, Sql } from './client.ts';
import type { News } from './news.ts';
import { writing } from './not-written.ts';

const LEASE = "interval '10 s'";
const LEASE_MS = 10_000;
/** What a message may take on its way: a lease that ends sooner is not sure. */
const SURE_MS = 3_000;
const RENEW_MS = 2_500;
/** What is due is looked for so often, whatever NOTIFY tells. */
const LONGEST_LOOK_MS = 1_000;
const SWEEP_MS = 30_000;

const statement = (name: string, text: string): Sql => ({ name, text });

/** What comes from now on gathers anew. */
const CLAIM = statement(
  'claim',
  `UPDATE lines AS line SET holder = $1, fence = nextval('line_fences'), lease_until = clock_timestamp() + ${LEASE}, burst_at = NULL, reconsider = false
   FROM (
     SELECT target, reconsider FROM lines WHERE due_at IS NOT NULL AND ready_at <= $2 AND (lease_until IS NULL OR lease_until < clock_timestamp())
     ORDER BY ready_at LIMIT $3 FOR UPDATE SKIP LOCKED) AS ready
   WHERE line.target = ready.target
   RETURNING line.target, line.fence, line.gen, line.failures, ready.reconsider AS "mustReschedule",
     ARRAY(SELECT extract(epoch FROM clock_timestamp() - at)::float8 * 1000 FROM unnest(line.answered) AS at) AS "answeredAgo"`,
);
const NEXT = statement(
  'next-ready',
  `SELECT min(ready_at) AS "readyAt" FROM lines WHERE due_at IS NOT NULL AND (lease_until IS NULL OR lease_until < clock_timestamp())`,
);
const RENEW = statement(
  'renew',
  `UPDATE lines SET lease_until = clock_timestamp() + ${LEASE} FROM unnest($1::text[], $2::bigint[]) AS held (target, fence)
   WHERE lines.target = held.target AND lines.fence = held.fence AND lease_until > clock_timestamp() RETURNING lines.target, lines.fence`,
);
/**
 * The row stays: what was sent there counts for a while. What came since the claim is due as it is. `$4`: when it is due next; `$5`: how long
 * Discord takes nothing there, ms.
 */
const RELEASE = statement(
  'release',
  `UPDATE lines SET holder = NULL, lease_until = NULL, reconsider = reconsider OR $7, failures = $6,
     due_at = CASE WHEN gen = $3 THEN $4::bigint ELSE due_at END, quiet_until = CASE WHEN gen = $3 THEN 0 ELSE quiet_until END,
     not_before = CASE WHEN $5 > 0 THEN $9::bigint + ceil($5::float8)::bigint ELSE 0 END,
     answered = ARRAY(SELECT clock_timestamp() - make_interval(secs => ago / 1000) FROM unnest($8::float8[]) AS ago)
   WHERE target = $1 AND fence = $2`,
);
const RECONSIDER = `
  WITH woken AS (
    INSERT INTO lines AS line (target, due_at, reconsider) SELECT target, $2, true FROM unnest($1::text[]) AS target ORDER BY target
    ON CONFLICT (target) DO UPDATE SET gen = line.gen + 1, due_at = least(line.due_at, excluded.due_at), reconsider = true)
  SELECT pg_notify('due', '')`;
const SWEEP = `DELETE FROM lines WHERE target IN (
  SELECT target FROM lines WHERE due_at IS NULL AND holder IS NULL
    AND NOT EXISTS (SELECT FROM unnest(answered) AS at WHERE at > clock_timestamp() - interval '5 s')
  LIMIT 5000 FOR UPDATE SKIP LOCKED)`;

interface ClaimedRow {
  readonly target: string;
  readonly fence: number;
  readonly gen: number;
  readonly failures: number;
  readonly mustReschedule: boolean;
  readonly answeredAgo: readonly number[];
}

export interface LinesParts {
  /** A pool. */
  readonly db: Queryable;
  readonly news: Pick<News, 'on'>;
  /** What this process is called; no other is called so. */
  readonly holder: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Lines in a table. A process holds those that it has claimed for 10 s, and renews that as long as it works on them; who lets it end (it was
 * killed, or stands still) loses them to whoever claims them next, with a higher fence. NOTIFY only makes it faster.
 */
export class PostgresLines implements Lines {
  readonly #parts: LinesParts;
  readonly #held = new Map<number, PostgresLine>();
  #alarm = new AbortController();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(parts: LinesParts) {
    this.#parts = parts;
    parts.news.on('due', () => this.#alarm.abort());
  }

  async claim(most: number, signal: AbortSignal): Promise<readonly Line[]> {
    const { clock, log } = this.#parts;
    let isFailing = false;
    while (!signal.aborted) {
      this.#alarm = new AbortController();
      try {
        const lines = await this.#claimNow(most);
        if (lines.length > 0) return lines;
        if (isFailing) log.info({}, 'What is due is found again');
        isFailing = false;
        await this.#sweep();
        await clock.sleep(await this.#untilNext(), AbortSignal.any([signal, this.#alarm.signal]));
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'What is due cannot be looked for just now');
        isFailing = true;
        await clock.sleep(LONGEST_LOOK_MS, signal);
      }
    }
    return [];
  }

  /** Whoever writes notices down wakes their lines with them. */
  wake(): void {}

  async reconsider(targets: readonly Target[]): Promise<void> {
    if (targets.length === 0) return;
    await writing(this.#parts.db.query(RECONSIDER, [targets.map(writeTarget), this.#parts.clock.now()]));
  }

  /** Keeps what is held until the signal aborts; never rejects. */
  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#parts.clock.sleep(RENEW_MS, signal);
      if (this.#held.size > 0) await this.#renew();
    }
  }

  async #claimNow(most: number): Promise<readonly Line[]> {
    const { db, holder, clock } = this.#parts;
    const askedAt = clock.monotonic();
    const { rows } = await db.query<ClaimedRow>(CLAIM, [holder, clock.now(), most]);
    return rows.map((row) => {
      const line = new PostgresLine(row, askedAt + LEASE_MS, this.#parts, () => this.#held.delete(row.fence));
      this.#held.set(row.fence, line);
      return line;
    });
  }

  async #renew(): Promise<void> {
    const { db, clock, log } = this.#parts;
    const held = [...this.#held.values()];
    const askedAt = clock.monotonic();
    try {
      const columns = [held.map(({ target }) => writeTarget(target)), held.map(({ fence }) => fence)];
      const { rows } = await db.query<{ fence: number }>(RENEW, columns);
      const renewed = new Set(rows.map(({ fence }) => fence));
      for (const line of held) {
        if (renewed.has(line.fence)) line.sureUntil = askedAt + LEASE_MS;
        else line.lose();
      }
    } catch (error) {
      log.debug({ err: error }, 'Lines cannot be renewed just now');
    }
  }

  async #untilNext(): Promise<number> {
    const { db, clock } = this.#parts;
    const { rows } = await db.query<{ readyAt: number | null }>(NEXT);
    const readyAt = rows[0]?.readyAt ?? null;
    return readyAt === null ? LONGEST_LOOK_MS : Math.min(Math.max(readyAt - clock.now(), 0), LONGEST_LOOK_MS);
  }

  async #sweep(): Promise<void> {
    const now = this.#parts.clock.monotonic();
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    await this.#parts.db.query(SWEEP);
  }
}

class PostgresLine implements Line {
  readonly target: Target;
  readonly fence: number;
  readonly state: LineState;
  /** Ms of the process's monotonic clock. */
  sureUntil: number;
  readonly #parts: Pick<LinesParts, 'db' | 'clock'>;
  readonly #left: () => void;
  readonly #gen: number;

  constructor(row: ClaimedRow, sureUntil: number, parts: Pick<LinesParts, 'db' | 'clock'>, left: () => void) {
    const { failures, mustReschedule } = row;
    const now = parts.clock.monotonic();
    this.target = readTarget(row.target);
    this.fence = row.fence;
    this.state = { answered: row.answeredAgo.map((ago) => now - ago), failures, mustReschedule };
    this.sureUntil = sureUntil;
    this.#parts = parts;
    this.#left = left;
    this.#gen = row.gen;
  }

  /** Not known here: what came since is claimed when it has gathered. */
  gathersMs(): number {
    return 0;
  }

  isSure(): boolean {
    return this.#parts.clock.monotonic() < this.sureUntil - SURE_MS;
  }

  /** Another process has claimed it, or may at any moment. */
  lose(): void {
    this.sureUntil = Number.NEGATIVE_INFINITY;
    this.#left();
  }

  async release({ dueAt, waitMs, answered, failures, mustReschedule }: LineRest): Promise<void> {
    const { db, clock } = this.#parts;
    const now = clock.monotonic();
    const due = dueAt === null ? null : Math.ceil(dueAt);
    const state = [failures, mustReschedule, answered.map((at) => now - at)];
    const values = [writeTarget(this.target), this.fence, this.#gen, due, waitMs, ...state, clock.now()];
    await writing(db.query(RELEASE, values));
    this.#left();
  }
}
