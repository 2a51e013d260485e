import type { Icons } from '../../src/ports/pictures.ts';

/** No icons, so that messages are sent without them. */
export const NO_ICONS: Icons = { of: () => null };
