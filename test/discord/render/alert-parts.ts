import { LANGUAGES } from '../../language/spoken.ts';
import { NO_ICONS } from '../no-icons.ts';

/** Render options for alerts without uploaded icons. */
export const ALERT_PARTS = { languages: LANGUAGES, icons: NO_ICONS };
