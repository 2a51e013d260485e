import { watch } from '../storage/sqlite/samples.ts';

export const USER = watch.userId;
export const ENDS_AT = 4_000_000_000_000;
/** Three stored watches. The first was edited, which can be undone. */
export const STANDING = ['w1', 'w2', 'w3'].map((id) => ({ ...watch, id }));
/** One watch gets an end, another is new, the third is removed, and quiet hours are set. */
export const CHANGE = {
  put: [
    { ...watch, expiresAt: ENDS_AT },
    { ...watch, id: 'w4' },
  ],
  remove: ['w3'],
  quiet: { from: 1320, to: 420, timeZone: 'Europe/Berlin' },
};
