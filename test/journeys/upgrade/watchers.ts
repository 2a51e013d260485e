import type { DatabaseSync } from 'node:sqlite';
import type { User } from '../../../sandbox/discord/world/entities.ts';
import type { World } from '../world/world.ts';

const WATCHERS = 20;

/** Adds the watchers to a world's server. */
export function addWatchers({ discord, guild }: World): readonly User[] {
  return Array.from({ length: WATCHERS }, (_, index) => {
    const user = discord.world.addUser({ name: `Watcher ${index}` });
    discord.world.addMember(guild, user);
    return user;
  });
}

/** Returns pairs of a placeholder, which a stored database has instead of a Discord id, and the id in this world. */
export function idsOf(world: World, watchers: readonly User[]): readonly (readonly [word: string, id: string])[] {
  return [
    ['{guild}', world.guild.id],
    ['{market}', world.channel('market').id],
    ['{lobby}', world.channel('lobby').id],
    ['{mod}', world.mod.id],
    ['{player}', world.player.id],
    ['{bot}', world.discord.world.bot.id],
    ...watchers.map(({ id }, index) => [`{watcher-${index}}`, id] as const),
  ];
}

/** Replaces texts in every text of every table. */
export function replaceTexts(db: DatabaseSync, replacements: readonly (readonly [from: string, to: string])[]): void {
  const columns = db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND upper(c.type) NOT IN ('INTEGER', 'REAL', 'BLOB')`,
    )
    .all();
  db.exec('PRAGMA foreign_keys = OFF; BEGIN');
  for (const { table, column } of columns) {
    const replaced = replacements.reduce((value) => `replace(${value}, ?, ?)`, `"${column}"`);
    db.prepare(`UPDATE "${table}" SET "${column}" = ${replaced} WHERE typeof("${column}") = 'text'`).run(
      ...replacements.flat(),
    );
  }
  db.exec('COMMIT');
}
