import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { readDockerfile, readWords } from '../scripts/image/dockerfile.ts';

const DOCKERFILE = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
/** Ports that browsers and fetch refuse to connect to. */
const BLOCKED = [10_080, 6_000, 6_566, 6_697, 4_190, 2_049];

/** A container may have no IPv6 address. */
const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

/** Returns the exit code of the image's health check. */
async function healthOf(environment: Readonly<Record<string, string>>): Promise<number> {
  const check = readDockerfile(DOCKERFILE)
    .at(-1)
    ?.instructions.find(({ keyword }) => keyword === 'HEALTHCHECK');
  const [, ...words] = readWords((check?.text ?? '').replace(/^CMD\s+/, ''));
  const child = spawn(process.execPath, words, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code;
}

/** Answers 200 at /livez and 404 elsewhere, on the first free port of the list. */
async function listen(host: string, ports: readonly number[]) {
  const server = createServer(({ url }, response) => response.writeHead(url === '/livez' ? 200 : 404).end());
  for (const port of ports) {
    server.listen(port, host);
    const isOpen = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    const address = server.address();
    const own = typeof address === 'object' ? address?.port : port;
    if (isOpen) return { port: String(own), [Symbol.asyncDispose]: async () => void server.close() };
  }
  throw new Error('none of the ports is free');
}

test.each<readonly [string, string | undefined]>([
  ['127.0.0.1', undefined],
  ['0.0.0.0', '0.0.0.0'],
  ...(hasIpv6 ? ['::1', '::'].map((host) => [host, host] as const) : []),
])('the image’s health check reaches a Crier at %s, on a port that browsers refuse', async (host, named) => {
  await using asked = await listen(host, BLOCKED);
  expect(await healthOf({ HTTP_PORT: asked.port, ...(named !== undefined && { HTTP_HOST: named }) })).toBe(0);
});

// With NODE_USE_ENV_PROXY, Node sends the requests of its global agent through a proxy.
test('the image’s health check connects to Crier directly, whatever proxy the environment sets', async () => {
  await using asked = await listen('127.0.0.1', [0]);
  const nowhere = { HTTP_PROXY: 'http://127.0.0.1:1', NODE_USE_ENV_PROXY: '1' };
  expect(await healthOf({ ...nowhere, HTTP_PORT: asked.port })).toBe(0);
});

test('the health check exits with 1 without a 200 response, and with 0 if no port is set', async () => {
  expect(await healthOf({ HTTP_PORT: '1' })).toBe(1);
  expect(await healthOf({ HTTP_PORT: '' })).toBe(0);
  const server = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  expect(await healthOf({ HTTP_PORT: port })).toBe(1);
  server.close();
});
