/** Notices read from the journal at once: what a digest may sum up, and a bound for memory however many wait. */
export const BATCH_SIZE = 1000;
