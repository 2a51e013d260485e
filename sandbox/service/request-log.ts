import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Route } from './route.ts';

/** A finished request: answered, refused, or abandoned. */
export interface RequestRecord {
  readonly route: Route | 'unknown';
  readonly target: string;
  /** Time of arrival, in epoch milliseconds of the service's clock. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  /** 101 for an accepted upgrade, 0 if no answer was begun. */
  readonly status: number;
}

/** Requests for the snapshot. The service allows one a minute. A 404 is a probe and does not count. */
export interface SnapshotCount {
  readonly asked: number;
  /** Shortest time between two requests. Infinity before the second. */
  readonly minGapMs: number;
  /** Number of requests less than a minute after the one before. */
  readonly tooSoon: number;
}

const LEAST_GAP_MS = 60_000;
/** Bounds the log, because a demo may run for days. */
const MOST_RECORDS = 10_000;

/** @param most number of records that are kept, the newest */
export function createRequestLog(most = MOST_RECORDS) {
  const events = new EventEmitter<{ request: [RequestRecord] }>();
  const records: RequestRecord[] = [];
  const askedAt: number[] = [];

  return {
    records: records as readonly RequestRecord[],
    events,
    add(record: RequestRecord, meansSnapshot: boolean): void {
      records.push(record);
      if (records.length > most) records.shift();
      if (meansSnapshot && record.status !== 404) askedAt.push(record.at);
      events.emit('request', record);
    },
    snapshotCount(): SnapshotCount {
      const times = askedAt.toSorted((left, right) => left - right);
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
      const minGapMs = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
      return { asked: times.length, minGapMs, tooSoon: gaps.filter((gap) => gap < LEAST_GAP_MS).length };
    },
    /** Resolves with the next finished request, of a route if one is named. */
    next(route?: Route | 'unknown'): Promise<RequestRecord> {
      return new Promise((resolve) => {
        events.on('request', function onRequest(record) {
          if (route !== undefined && record.route !== route) return;
          events.off('request', onRequest);
          resolve(record);
        });
      });
    },
  };
}

export type RequestLog = ReturnType<typeof createRequestLog>;
