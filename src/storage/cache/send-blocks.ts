import { z } from 'zod';
import type { SendBlocks } from '../../ports/discord-limits.ts';
import type { OpenRecords } from './records.ts';

const block = z.strictObject({ until: z.number() });

/** @param machine whose address it is, where several share a store */
export function keptSendBlocks(open: OpenRecords, machine = ''): SendBlocks {
  const records = open({ name: 'send-blocks', schema: block });
  const keyOf = (what: string) => `${what} ${machine}`.trim();
  return {
    until: async (what) => (await records.get(keyOf(what)))?.until ?? null,
    keep: (what, until, forMs) => records.set(keyOf(what), { until }, forMs),
  };
}
