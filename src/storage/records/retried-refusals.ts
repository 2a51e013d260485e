import type { RetriedRefusals } from '../../ports/outbox.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import { writeTarget } from '../mappers/target.ts';
import type { OpenRecords } from './records.ts';

/** Refusals of unknown kind, by target. */
export function keptRetriedRefusals(open: OpenRecords): RetriedRefusals {
  const records = open(RECORD_TABLES.retriedRefusals);
  return {
    of: (target) => records.get(writeTarget(target)),
    put: (target, one, forMs) => records.set(writeTarget(target), one, forMs),
    async end(target) {
      await records.delete(writeTarget(target));
    },
  };
}
