/** Why a message was put away that waited when a backup was restored: Discord was never asked. `ops/after-restore.sql` has it too. */
export const BACKUP_RESTORED = 'a backup was restored';
