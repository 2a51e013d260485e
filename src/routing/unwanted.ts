/** The reason of notices that were dropped while their target was paused. */
export const TARGET_PAUSED = 'target paused';

/** The reason of a retried message that ended because all of its feeds and watches were removed. */
export const UNWANTED = 'unwanted';
