import type { AddressBan } from '../../src/discord/rest/address-ban.ts';

/** Of an address that Discord never refuses. */
export const NEVER_BANNED: Pick<AddressBan, 'guard'> = { guard: (send) => send };
