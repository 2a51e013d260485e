import { expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { lead } from './lead.ts';

const MANY = `
  INSERT INTO told (source, at) SELECT CASE n % 1000 WHEN 0 THEN 'feed' WHEN 1 THEN 'watch' ELSE 'gone' END || n, 1 FROM generate_series(1, 5000) n;
  INSERT INTO told (source, at) VALUES ('gone-lately', floor(extract(epoch FROM now()) * 1000));
  INSERT INTO feeds (id, guild, channel, kind, lookup, reach, awake, created_at, record)
    SELECT source, '1', '2', 'trades', '', 0, true, 1, '{}' FROM told WHERE source LIKE 'feed%';
  INSERT INTO watches (id, user_id, lookup, reach, awake, once, created_at, record)
    SELECT source, '1', '', 0, true, false, 1, '{}' FROM told WHERE source LIKE 'watch%'`;

test('when feeds and watches last told that are gone is forgotten a week later, that of those which are there never', async () => {
  const postgres = await openDatabase();
  const { pen } = await lead(postgres);
  await postgres.query(MANY);
  await pen.prune(0);
  const { rows } = await postgres.query<{ kind: string; count: number }>(
    `SELECT regexp_replace(source, '[0-9]+$', '') AS kind, count(*) AS count FROM told GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { kind: 'feed', count: 5 },
    { kind: 'gone-lately', count: 1 },
    { kind: 'watch', count: 5 },
  ]);
});
