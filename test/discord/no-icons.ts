import type { Icons } from '../../src/ports/pictures.ts';

/** Discord has no icons: messages go without them. */
export const NO_ICONS: Icons = { of: () => null };
