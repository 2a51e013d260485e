import type { SendBlocks } from '../../ports/discord-limits.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import type { OpenRecords } from './records.ts';

/** @param machine the host of this process, if several share the store: each has an address of its own */
export function keptSendBlocks(open: OpenRecords, machine = ''): SendBlocks {
  const records = open(RECORD_TABLES.sendHolds);
  const keyOf = (what: string) => `${what} ${machine}`.trim();
  return {
    until: async (what) => (await records.get(keyOf(what)))?.until ?? null,
    keep: (what, until, forMs) => records.set(keyOf(what), { until }, forMs),
  };
}
