import { test } from 'vitest';
import { openHandle } from '../../storage/postgres/database.ts';
import { tellPrivacyStory } from '../commands/privacy-story.ts';
import { openFleet } from './open-fleet.ts';

/** Stands on: two real bots on a real PostgreSQL, over sockets to a simulated world. */

test('a user’s home reaches nobody else, and nothing of them is left in the database once they forget', async () => {
  const { world, url, startTwo } = await openFleet({ shops: 30 });
  const { first, second } = await startTwo();
  const db = openHandle(url);
  const readStore = async () => {
    const tables = await db.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const values: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await db.query<Record<string, unknown>>(`SELECT * FROM "${name}"`);
      values.push(...rows.flatMap((row) => Object.values(row).map((value) => JSON.stringify(value) ?? '')));
    }
    return values;
  };
  await tellPrivacyStory(world, readStore, () => first.log() + second.log());
});
