import { z } from 'zod';
import type { Addresses } from '../../ports/queries.ts';
import type { OpenSpace } from './cache.ts';

const address = z.strictObject({ channelId: z.string() });

/** Crier 0.3.0 and earlier wrote the channel alone. */
function ofOld(value: unknown): unknown {
  return typeof value === 'string' ? { channelId: value } : value;
}

/** Direct-message channels by user. */
export function cachedAddresses(open: OpenSpace): Addresses {
  const values = open({ name: 'addresses', schema: address, ofOld });
  return {
    find: async (userId) => (await values.get(userId))?.channelId ?? null,
    keep: (userId, channelId) => values.set(userId, { channelId }),
    async forget(userId) {
      await values.delete(userId);
    },
  };
}
