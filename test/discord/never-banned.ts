import type { AddressBan } from '../../src/discord/rest/address-ban.ts';

/** An address that Discord never bans. */
export const NEVER_BANNED: Pick<AddressBan, 'guard'> = { guard: (send) => send };
