import type { Icons } from '../../ports/pictures.ts';

export const NO_ICONS: Icons = { of: () => null };
