import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../../journeys/world/world.ts';
import { freePort } from '../../monitor/free-port.ts';

/**
 * Stands on: the real bot in a process of its own, and strace, which fails every fsync of its store with an I/O error.
 */

const NOT_SAVED =
  'Sorry, I could not save that, so nothing has changed. The person who runs Crier can see why in its log.';

test('fault 55: while fsync fails, a watch is reported as not saved and /health is red; both recover', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const port = await freePort();
  const bot = await world.startProcess({ HTTP_PORT: String(port) });
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json();
  const add = async (item: string) =>
    (await world.ask(world.player, 'market', '/watch add', { item, trigger: 'auctioned' })).text;
  expect(await add('DIAMOND')).toContain('**Diamond**');
  await expect.poll(health).toMatchObject({ well: true, snapshot: { nextAt: expect.any(Number) } });

  const paths = ['', '-wal'].flatMap((side) => ['-P', join(world.folder, `crier.sqlite${side}`)]);
  const fails = ['-e', 'inject=fsync,fdatasync:error=EIO'];
  const strace = spawn('strace', ['-f', '-o', '/dev/null', ...paths, ...fails, '-p', String(bot.process.pid)]);
  onTestFinished(() => void strace.kill());
  await once(strace.stderr, 'data'); // strace reports that it is attached
  world.expectError('Command failed');
  expect(await add('EMERALD')).toBe(NOT_SAVED);
  expect(await health()).toMatchObject({ well: false, why: ['store: disk I/O error'] });
  strace.kill();
  await once(strace, 'exit');

  // Crier checks by itself whether the file is writable again.
  await expect.poll(health).toMatchObject({ well: true, trouble: null });
  expect(await add('GOLD_INGOT')).toContain('**Gold Ingot**');
  expect(bot.log(), 'no stack trace for what the operator can mend').not.toContain('"stack"');
  await bot.stop('SIGKILL');
  await world.startBot();
  const { text } = await world.ask(world.player, 'market', '/watch list');
  expect(Array.from(text.matchAll(/^\*\*(.+?)\*\*/gm), ([, item]) => item).sort()).toEqual(['Diamond', 'Gold Ingot']);
});
