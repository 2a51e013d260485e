import type { Pictures } from '../../src/ports/pictures.ts';

/** No canvas is known: messages go without pictures. */
export const NO_PICTURES: Pictures = { find: async () => [], draw: async () => null };
