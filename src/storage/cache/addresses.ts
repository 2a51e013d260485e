import { z } from 'zod';
import type { Addresses } from '../../ports/queries.ts';
import type { OpenRecords } from './records.ts';

const address = z.strictObject({ channelId: z.string() });

/** Crier 0.3.0 and those before it wrote the channel alone. */
function ofOld(value: unknown): unknown {
  return typeof value === 'string' ? { channelId: value } : value;
}

/** Direct-message channels by person. */
export function keptAddresses(open: OpenRecords): Addresses {
  const records = open({ name: 'addresses', schema: address, ofOld });
  return {
    find: async (userId) => (await records.get(userId))?.channelId ?? null,
    keep: (userId, channelId) => records.set(userId, { channelId }),
    async forget(userId) {
      await records.delete(userId);
    },
  };
}
