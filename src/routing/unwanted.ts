/** The reason of notices that were dropped while their target was paused. */
export const TARGET_PAUSED = 'target paused';

/** Why a message was put away that Discord had put off: all feeds and watches that it was of were removed meanwhile. */
export const UNWANTED = 'unwanted';
