import { z } from 'zod';
import type { RetriedRefusals } from '../ports/retried-refusals.ts';
import { writeTarget } from '../rows/target.ts';
import type { OpenRecords } from './records.ts';

const refusal = z.strictObject({ code: z.number(), since: z.number(), pausedAt: z.number().nullable() });

/** Notices of a paused target wait as long as this record. As long as the journal keeps what it has told. */
const KEPT_MS = 7 * 86_400_000;

/** Refusals of unknown kind, by target. */
export function keptRetriedRefusals(open: OpenRecords): RetriedRefusals {
  const records = open({ name: 'retried-refusals', schema: refusal });
  return {
    of: (target) => records.get(writeTarget(target)),
    put: (target, one) => records.set(writeTarget(target), one, KEPT_MS),
    async end(target) {
      await records.delete(writeTarget(target));
    },
  };
}
