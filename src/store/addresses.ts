import type { Addresses } from '../ports/addresses.ts';
import { openNamespace } from './namespace.ts';

/** Direct-message channels by person, in the settings file. */
export async function openAddresses(path: string): Promise<Addresses & { close(): Promise<void> }> {
  const keyv = await openNamespace(path, 'addresses');
  return {
    async find(userId) {
      const channelId = await keyv.get(userId);
      return typeof channelId === 'string' ? channelId : null;
    },
    async keep(userId, channelId) {
      await keyv.set(userId, channelId);
    },
    async forget(userId) {
      await keyv.delete(userId);
    },
    close: () => keyv.disconnect(),
  };
}
