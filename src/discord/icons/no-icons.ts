import type { Icons } from '../../ports/icons.ts';

export const NO_ICONS: Icons = { of: () => null };
