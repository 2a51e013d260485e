import { NO_ICONS } from '../../../src/discord/icons/no-icons.ts';
import { LANGUAGES } from '../../language/spoken.ts';

/** What alerts are rendered with where no icon is uploaded. */
export const LOOK = { languages: LANGUAGES, icons: NO_ICONS };
