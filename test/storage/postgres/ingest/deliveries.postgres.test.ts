import { expect, test } from 'vitest';
import { borrowHandle } from '../database.ts';
import { lead } from './lead.ts';

const MANY = `
  INSERT INTO deliveries (source_id, at) SELECT CASE n % 1000 WHEN 0 THEN 'feed' WHEN 1 THEN 'watch' ELSE 'gone' END || n, 1 FROM generate_series(1, 5000) n;
  INSERT INTO deliveries (source_id, at) VALUES ('gone-lately', floor(extract(epoch FROM now()) * 1000));
  INSERT INTO feeds (id, guild_id, channel_id, kind, lookup, reach, awake, created_at, record)
    SELECT source_id, '1', '2', 'trades', '', 0, true, 1, '{}' FROM deliveries WHERE source_id LIKE 'feed%';
  INSERT INTO watches (id, user_id, lookup, reach, awake, once, created_at, record)
    SELECT source_id, '1', '', 0, true, false, 1, '{}' FROM deliveries WHERE source_id LIKE 'watch%'`;

test('deliveries of deleted feeds and watches are forgotten after a week, those of existing ones never', async () => {
  const postgres = await borrowHandle();
  const { writer } = await lead(postgres);
  await postgres.query(MANY);
  await writer.prune(0);
  const { rows } = await postgres.query<{ kind: string; count: number }>(
    `SELECT regexp_replace(source_id, '[0-9]+$', '') AS kind, count(*) AS count FROM deliveries GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { kind: 'feed', count: 5 },
    { kind: 'gone-lately', count: 1 },
    { kind: 'watch', count: 5 },
  ]);
});
