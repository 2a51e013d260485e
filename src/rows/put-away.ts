import { UNWANTED } from '../routing/unwanted.ts';

/** Why a message was put away that waited when a backup was restored: Discord was never asked. `ops/after-restore.sql` has it too. */
export const BACKUP_RESTORED = 'a backup was restored';

/** Why messages were put away that Discord did not refuse, as SQL has them. */
export const NOT_REFUSED = [BACKUP_RESTORED, UNWANTED].map((why) => `'${why}'`).join(', ');
