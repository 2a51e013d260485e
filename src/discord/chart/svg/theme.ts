/** A card of its own, so that it reads the same on Discord's dark and light backgrounds. Text has 4.5:1 on it or more. */
export const CARD = '#1b1e26';
export const CARD_EDGE = '#3a3f4b';
export const GRID = '#2d323d';
export const AXIS = '#525968';
export const TEXT = '#f1f3f7';
export const TEXT_QUIET = '#a9b0bd';

/** Okabe and Ito's colours, told apart by people who are colour-blind. */
export const MEDIAN = '#56b4e9';
export const ASK = '#e69f00';
export const VOLUME = '#1a9e7a';
/** The same as text. */
export const VOLUME_TEXT = '#4ec9a4';
export const TARGET = '#f0e442';
export const OUTAGE = '#98a0af';
