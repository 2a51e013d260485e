import { z } from 'zod';
import type { Addresses } from '../ports/addresses.ts';
import type { Log } from '../ports/log.ts';
import { VersionedRecords } from './versioned-records.ts';

const address = z.strictObject({ channelId: z.string() });

/** Crier 0.3.0 and those before it wrote the channel alone. */
function ofOld(value: unknown): unknown {
  return typeof value === 'string' ? { channelId: value } : value;
}

/** Direct-message channels by person, in the settings file. */
export async function openAddresses(path: string, log: Log): Promise<Addresses & { close(): Promise<void> }> {
  const records = await VersionedRecords.open(path, { namespace: 'addresses', schema: address, log, ofOld });
  return {
    find: async (userId) => (await records.get(userId))?.channelId ?? null,
    keep: (userId, channelId) => records.set(userId, { channelId }),
    async forget(userId) {
      await records.delete(userId);
    },
    close: () => records.close(),
  };
}
