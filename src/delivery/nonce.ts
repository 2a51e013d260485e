import { randomBytes } from 'node:crypto';

/** 24 characters of base64url; Discord takes at most 25. Random, so that no restart and no other installation repeats one. */
const BYTES = 18;

/** What a message is known by, to Discord and to the outbox: sent or sealed twice, it is there once. */
export function newNonce(): string {
  return randomBytes(BYTES).toString('base64url');
}
