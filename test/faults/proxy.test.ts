import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../sandbox/discord/events.ts';
import { chooseProxy } from '../../src/proxy/proxy.ts';
import { wholeJson } from '../../src/service/http/body.ts';
import { Http } from '../../src/service/http/http.ts';
import { startHttpProxy } from '../proxy/http-proxy.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, runClient, startSimulation } from '../service/simulation.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';

/** Stands on: a real HTTP proxy on a socket, which alone resolves the service's name, and the simulated service. */

const DOWN = 'http://127.0.0.1:1';

const proxyAt = (address: string) => chooseProxy('http://service.test', { HTTP_PROXY: address });
const behind = (url: string) => url.replace('127.0.0.1', 'service.test');

test('fault 95: the service is reached through the proxy, HTTP by its full URL, the stream by CONNECT', async () => {
  const world = await startSimulation();
  const proxy = await startHttpProxy({ credentials: 'ada:p@ss' });
  const baseUrl = behind(world.simulated.url);
  const { snapshots, service } = runClient(world, {
    baseUrl,
    proxy: proxyAt(`http://ada:p%40ss@127.0.0.1:${proxy.port}`),
  });
  await eventually(() => expect([snapshots.length, service.stream().state]).toEqual([1, 'live']));
  expect(snapshots[0]?.shops.length).toBe(20);
  const { host } = new URL(baseUrl);
  expect(proxy.seen).toContain(`CONNECT ${host}`);
  expect(proxy.seen).toContain(`GET http://${host}/shops/v1/getAllShops`);
});

test.each([
  [
    'a proxy that refuses the password',
    { credentials: 'ada:right' },
    'refuses its user or password (407): correct them in HTTP_PROXY',
  ],
  [
    'a proxy that refuses the service',
    { refusesWith: 403 },
    'does not connect to service.test (403): allow service.test in the proxy, or name it in NO_PROXY',
  ],
])('fault 95: %s is logged by name, and the stream is retried slowly', async (_name, options, expected) => {
  const world = await startSimulation();
  const proxy = await startHttpProxy(options);
  const { lines } = runStream(world, {
    url: behind(world.simulated.url),
    proxy: proxyAt(`http://ada:wrong@127.0.0.1:${proxy.port}`),
  });
  await eventually(() => expect(lines).toEqual([`warn Stream down: the proxy ${proxy.origin} ${expected}`]));
  await eventually(() => expect(world.clock.slept.at(-1)).toBe(119_940));
});

test('fault 95: a proxy that answers 502 is logged, waits grow, and the stream recovers with it', async () => {
  const world = await startSimulation();
  const proxy = await startHttpProxy({ refusesWith: 502 });
  const { lines, stream } = runStream(world, {
    url: behind(world.simulated.url),
    proxy: proxyAt(`http://ada:secret@127.0.0.1:${proxy.port}`),
  });
  const expected = `warn Stream down: the proxy ${proxy.origin} does not connect to service.test (502), retrying`;
  await eventually(() => expect(lines).toEqual([expected]));
  for (const wait of [1_998, 3_996, 7_992]) {
    await eventually(() => expect(world.clock.slept.at(-1)).toBe(wait));
    if (wait === 7_992) proxy.refuseWith(null);
    world.clock.advance(wait);
  }
  await eventually(() => expect(stream.status().state).toBe('live'));
  expect(proxy.seen).toHaveLength(4);
});

test('fault 95: a proxy that closes during the stream is logged, and the stream reconnects', async () => {
  const world = await startSimulation();
  const proxy = await startHttpProxy({ credentials: 'ada:secret' });
  const { lines, stream, reasons } = runStream(world, {
    url: behind(world.simulated.url),
    proxy: proxyAt(`http://ada:secret@127.0.0.1:${proxy.port}`),
  });
  await eventually(() => expect(stream.status().state).toBe('live'));
  proxy.cut();
  const expected = `warn Stream down: no connection through the proxy ${proxy.origin} (closed-1006), retrying`;
  await eventually(() => expect(lines).toEqual([expected]));
  await eventually(() => expect(world.clock.slept).toContain(1_998));
  world.clock.advance(1_998);
  await eventually(() => expect(reasons()).toEqual(['start', 'up', 'closed-1006', 'up']));
  expect(proxy.seen).toHaveLength(2);
});

const LOCAL_ADVICE =
  '; 127.0.0.1 is on this machine or its network: to reach it without the proxy, name it in NO_PROXY';

// Regression test: addresses of this machine were exempt without NO_PROXY, unlike in curl and Node.
test.each([
  ['answers 502', { refusesWith: 502 }, 'does not connect to 127.0.0.1 (502)', '(status 502)'],
  ['refuses', { refusesWith: 403 }, 'does not connect to 127.0.0.1 (403)', '(status 403)'],
  ['is down', null, 'is unreachable (ECONNREFUSED): correct HTTP_PROXY, or start the proxy', '(ECONNREFUSED)'],
])(
  'fault 95: a local service behind a proxy that %s makes the log advise NO_PROXY',
  async (_, options, ofStream, ofShops) => {
    const world = await startSimulation();
    const origin = options === null ? DOWN : (await startHttpProxy(options)).origin;
    const proxy = chooseProxy(world.simulated.url, { HTTP_PROXY: origin.replace('//', '//ada:secret@') });
    const { lines } = runClient(world, { proxy });
    const warnings = (state: string) => lines.filter((line) => line.startsWith(`warn ${state}: `));
    await eventually(() =>
      expect(warnings('Stream down')[0] ?? '').toContain(`the proxy ${origin} ${ofStream}${LOCAL_ADVICE}`),
    );
    await eventually(() => expect(warnings('Shops not refreshed')[0] ?? '').toContain(`the proxy ${origin} `));
    expect(warnings('Shops not refreshed')[0] ?? '').toContain(ofShops);
    expect(warnings('Shops not refreshed')[0] ?? '').toContain(LOCAL_ADVICE);
    expect(lines.join()).not.toContain('secret');
    expect(world.simulated.requests).toEqual([]);
  },
);

async function ask(address: string, url: string, signal = AbortSignal.timeout(PATIENCE_MS)) {
  const http = new Http({ userAgent: 'Crier/test', now: () => 0, proxy: proxyAt(address) });
  onTestFinished(() => http.close());
  return http.get({ url, signal, maxBytes: 100_000 }, wholeJson);
}

test.each(['http', 'https'])(
  'fault 95: a proxy that refuses its credentials counts as unreachable, not as an answer, for an %s address',
  async (scheme) => {
    const proxy = await startHttpProxy({ credentials: 'ada:right' });
    const answer = await ask(`http://ada:wrong@127.0.0.1:${proxy.port}`, `${scheme}://service.test:9`);
    expect(answer).toMatchObject({ kind: 'unreachable', why: 'proxy-407' });
  },
);

test.each(['http', 'https'])('fault 95: a proxy that is down is named for an %s address', async (scheme) => {
  const answer = await ask(DOWN, `${scheme}://service.test:9`);
  expect(answer).toMatchObject({ kind: 'unreachable', why: 'proxy-ECONNREFUSED' });
});

test.each(['http', 'https'])(
  'fault 95: the deadline of an %s request applies behind a silent proxy',
  async (scheme) => {
    const proxy = await startHttpProxy({ isSilent: true });
    const deadline = new AbortController();
    const answer = ask(proxy.origin, `${scheme}://service.test:9`, deadline.signal);
    await expect.poll(() => proxy.seen).toHaveLength(1);
    deadline.abort(new DOMException('the deadline', 'TimeoutError'));
    expect(await answer).toMatchObject({ kind: 'timed-out' });
  },
);

test('fault 95: a body of 300 MB through the proxy is read only up to the limit', async () => {
  let written = 0;
  const proxy = await startHttpProxy();
  const { url } = await openTestHttpServer((_request, response) => {
    const blanks = Buffer.alloc(65_536, ' ');
    const pour = () => {
      while (written < 300e6) {
        written += blanks.length;
        if (!response.write(blanks)) return void response.once('drain', pour);
      }
      response.end();
    };
    pour();
  });
  expect(await ask(proxy.origin, behind(url))).toMatchObject({ kind: 'too-large' });
  expect(written).toBeLessThan(100e6);
});

test('fault 95: a handshake through a silent proxy ends after 10 s, and its connection closes', async () => {
  const world = await startSimulation();
  const proxy = await startHttpProxy({ isSilent: true });
  const { lines } = runStream(world, { url: behind(world.simulated.url), proxy: proxyAt(proxy.origin) });
  await eventually(() => expect([world.clock.slept, proxy.connectionCount()]).toEqual([[10_000], 1]));
  await eventually(() => expect(proxy.seen).toHaveLength(1));
  world.clock.advance(10_000);
  const expected = `no connection through the proxy ${proxy.origin} (no-handshake), retrying`;
  await eventually(() => expect(lines[0]).toContain(expected));
  await eventually(() => expect(proxy.connectionCount()).toBe(0));
});

test('fault 95: a stream stops at once while the proxy is silent', async () => {
  const world = await startSimulation();
  const proxy = await startHttpProxy({ isSilent: true });
  const { stop } = runStream(world, { url: behind(world.simulated.url), proxy: proxyAt(proxy.origin) });
  await eventually(() => expect(proxy.seen).toHaveLength(1));
  await stop();
  await eventually(() => expect(proxy.connectionCount()).toBe(0));
});

test('fault 95: a stream through a proxy that is down is retried soon, and the log names the proxy', async () => {
  const world = await startSimulation();
  const { lines } = runStream(world, { url: behind(world.simulated.url), proxy: proxyAt(DOWN) });
  const expected = `the proxy ${DOWN} is unreachable (ECONNREFUSED): correct HTTP_PROXY, or start the proxy, retrying`;
  await eventually(() => expect(lines[0]).toContain(expected));
  await eventually(() => expect(world.clock.slept.at(-1)).toBe(1_998));
});
