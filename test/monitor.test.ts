import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { foundTown, type Town } from './journeys/town.ts';

let town: Town;
afterEach(() => town.close());

test('machines see whether Crier does its work, and its figures', async () => {
  town = await foundTown();
  const port = await freePort();
  await town.startBot({ HTTP_PORT: String(port) });
  await town.ask(town.player, 'market', '/shop', { world: 'world' });
  const well = await fetch(`http://127.0.0.1:${port}/health`);
  expect(well.status).toBe(200);
  expect(await well.json()).toMatchObject({ well: true, stream: { state: 'live' }, queue: 0 });
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('crier_stream_live 1\n');
  expect(metrics).toMatch(/crier_snapshot_shops \d+\n/);
  expect(metrics).toContain('crier_log_lines_dropped_total 0\n');
  await town.service.goDown('refused');
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(503);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
