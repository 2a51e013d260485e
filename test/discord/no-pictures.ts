import type { Pictures } from '../../src/ports/pictures.ts';

/** No known canvas, so that messages are sent without pictures. */
export const NO_PICTURES: Pictures = { find: async () => [], draw: async () => null };
