import { z } from 'zod';
import type { RetriedRefusals } from '../../ports/outbox.ts';
import { writeTarget } from '../mappers/target.ts';
import type { OpenRecords } from './records.ts';

const refusal = z.strictObject({
  code: z.number(),
  since: z.number(),
  pausedAt: z.number().nullable(),
  endedAt: z.exactOptional(z.number()),
});

/** Refusals of unknown kind, by target. */
export function keptRetriedRefusals(open: OpenRecords): RetriedRefusals {
  const records = open({ name: 'retried-refusals', schema: refusal });
  return {
    of: (target) => records.get(writeTarget(target)),
    put: (target, one, forMs) => records.set(writeTarget(target), one, forMs),
    async end(target) {
      await records.delete(writeTarget(target));
    },
  };
}
