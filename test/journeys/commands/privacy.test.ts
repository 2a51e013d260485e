import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../world/world.ts';
import { tellPrivacyStory } from './privacy-story.ts';

/** Stands on: the real bot and discord.js over sockets to a simulated world, and the files that it writes. */

/** Returns every value of every table of a file. */
function valuesOf(path: string): readonly string[] {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const rows = tables.flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all());
    return rows.flatMap((row) => Object.values(row).map((value) => (value === null ? '' : String(value))));
  } finally {
    db.close();
  }
}

test('a user’s home reaches nobody else, and nothing of them is left in the files once they forget', async () => {
  const world = await openWorld({ shops: 30 });
  onTestFinished(() => world.close());
  const bot = await world.startBot();
  const readStore = async () => {
    const files = readdirSync(world.folder).filter((name) => name.endsWith('.sqlite') && !name.includes('lock'));
    expect(files.length).toBeGreaterThan(0);
    return files.flatMap((name) => valuesOf(join(world.folder, name)));
  };
  const texts = await tellPrivacyStory(world, readStore, () => bot.log());
  const filesWith = (text: string) =>
    readdirSync(world.folder).filter((name) => readFileSync(join(world.folder, name)).includes(text));
  // Files of SQLite keep deleted rows in free pages and in the WAL unless these are overwritten.
  for (const text of texts) await expect.poll(() => filesWith(text)).toEqual([]);
  await bot.stop();
  for (const text of texts) expect(filesWith(text)).toEqual([]);
});
