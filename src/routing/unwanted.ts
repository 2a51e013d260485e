/** Why a message was put away that Discord had put off: all feeds and watches that it was of were removed meanwhile. */
export const UNWANTED = 'unwanted';
