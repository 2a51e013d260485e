import { expect, test } from 'vitest';
import { runStream } from '../../service/run-stream.ts';
import { eventually, runClient, type Simulation, startSimulation } from '../../service/simulation.ts';
import { proxyTo, startNginx } from './nginx.ts';

/** Stands on: a real nginx before the simulated service, real sockets, a clock that the test advances. */

/** Opens a stream through nginx, which handles the upgrade by these rules. */
async function openStream(rulesFor: (url: string) => string) {
  const world = await startSimulation();
  const nginx = await startNginx(rulesFor(world.simulated.url));
  return { ...world, nginx, ...runStream(world, { url: nginx.url }) };
}

/** Advances the clock until the stream is live. */
async function comesUp({ clock, reasons }: Pick<Simulation, 'clock'> & { reasons: () => string[] }): Promise<void> {
  await eventually(() => {
    clock.advance(1_000);
    expect(reasons().at(-1)).toBe('up');
  });
}

test('fault 1: a stream gets nginx’s page with 502 while the service is down, and recovers', async () => {
  const world = await openStream(proxyTo);
  const client = runClient(world, { baseUrl: world.nginx.url });
  await eventually(() => expect([world.reasons(), client.snapshots.length]).toEqual([['start', 'up'], 1]));
  await world.simulated.goDown('refused');
  await eventually(() => expect(world.reasons().at(-1)).toBe('closed-1006'));
  world.clock.advance(2_000);
  await eventually(() => expect(world.lines.at(-1)).toBe('warn Stream down: no connection (status-502), retrying'));
  expect((await client.service.health()).up).toEqual({ ok: false, why: 'the service is away (status 502)' });
  await world.simulated.comeBack();
  await comesUp(world);
});

test('fault 2: a stream waits for the Retry-After of nginx’s 503', async () => {
  const world = await openStream(() => 'location / { add_header Retry-After 20 always; return 503; }');
  await eventually(() => expect(world.clock.slept.at(-1)).toBe(20_000));
  expect(world.lines).toEqual(['warn Stream down: no connection (status-503), retrying']);
});

test('faults 3, 4: a stream gets nginx’s 504 while the service accepts and is silent', async () => {
  const world = await openStream((url) => proxyTo(url, 'proxy_read_timeout 1s;'));
  await eventually(() => expect(world.reasons()).toEqual(['start', 'up']));
  world.simulated.stopAnswering();
  world.simulated.breakStream('cut');
  await eventually(() => expect(world.reasons().length).toBe(3));
  world.clock.advance(2_000);
  await eventually(() => expect(world.lines.at(-1)).toBe('warn Stream down: no connection (status-504), retrying'));
  world.simulated.clearFaults();
  await comesUp(world);
});

const PAGE = `default_type text/html; return 200 '<!DOCTYPE html><title>Just a moment</title>';`;

test.each([
  ['fault 5: 301 to https', 'return 301 https://game.example$request_uri;', 'SERVICE_URL leads to a redirect (301 to'],
  ['fault 5: 308 to another path', 'return 308 /v2$request_uri;', 'SERVICE_URL leads to a redirect (308 to'],
  ['fault 6: 401', `auth_basic 'closed'; auth_basic_user_file nobody;`, 'the service refuses this client (401)'],
  ['fault 6: 403', 'deny all;', 'the service refuses this client (403)'],
  ['fault 6: 426', 'return 426;', 'the service demands another protocol (426)'],
  ['fault 7: 200 and a page', PAGE, 'no connection (status-200), retrying'],
])('%s from nginx is logged in one line, and the stream recovers after the fix', async (_name, rules, line) => {
  const world = await openStream((url) => proxyTo(url, rules));
  await eventually(() => expect(world.lines[0]).toContain(line));
  expect([world.lines.length, world.stream.status().state]).toEqual([1, 'down']);
  expect(world.simulated.requests).toEqual([]);
  world.nginx.reload(proxyTo(world.simulated.url));
  await comesUp(world);
});

test('faults 18, 20: a stream under load survives ten reloads of nginx, without repeats and in order', async () => {
  const world = await startSimulation();
  const nginx = await startNginx(proxyTo(world.simulated.url), 'worker_shutdown_timeout 20ms;');
  const { events, reasons } = runStream(world, { url: nginx.url });
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  let sent = 0;
  const sell = () => world.economy.auction({ item: { type: 'DIAMOND' }, amount: ++sent, finalBid: 1 });
  const sold = () => events.map((event) => (event.kind === 'auction' ? event.sold : 0));
  const sellAndReceive = async () => {
    sell();
    await eventually(() => expect(sold().at(-1)).toBe(sent));
  };
  for (let round = 1; round <= 10; round += 1) {
    await sellAndReceive();
    nginx.reload();
    await eventually(() => {
      sell();
      expect(reasons().length).toBe(1 + 2 * round);
    });
    await comesUp({ ...world, reasons });
  }
  await sellAndReceive();
  expect(sold()).toEqual([...new Set(sold())].sort((a, b) => a - b));
  expect(new Set(reasons().slice(2))).toEqual(new Set(['closed-1006', 'up']));
});

test('the list of shops passes nginx’s buffers and gzip complete', async () => {
  const world = await startSimulation({ shops: 5_000 });
  const small = 'proxy_buffers 4 8k; proxy_busy_buffers_size 8k; proxy_max_temp_file_size 64k; gzip on; gzip_types *;';
  const nginx = await startNginx(proxyTo(world.simulated.url, small));
  const client = runClient(world, { baseUrl: nginx.url });
  await eventually(() => expect(client.snapshots.length).toBe(1));
  const { shops = [], quarantined } = client.snapshots[0] ?? {};
  expect([shops.length, quarantined]).toEqual([5_000, 0]);
});
