import { LANGUAGES } from '../../language/spoken.ts';
import { NO_ICONS } from '../no-icons.ts';

/** What alerts are rendered with where no icon is uploaded. */
export const LOOK = { languages: LANGUAGES, icons: NO_ICONS };
