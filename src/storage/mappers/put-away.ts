import { UNWANTED } from '../../routing/unwanted.ts';

/** Why a message was put away that waited when a backup was restored: Discord was never asked. `ops/after-restore.sql` has it too. */
export const BACKUP_RESTORED = 'a backup was restored';

/** Why a merged message ended whose content Discord refused: its notices get messages of their own. */
export const SPLIT = 'split';

/**
 * Reasons that do not count as refused messages, as SQL has them. The parts of a split message count for themselves.
 */
export const NOT_REFUSED = [BACKUP_RESTORED, UNWANTED, SPLIT].map((why) => `'${why}'`).join(', ');
