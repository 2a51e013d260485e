import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../sandbox/service/start-service.ts';
import { runCheck } from '../check/run-check.ts';
import { openWorld } from '../journeys/world/world.ts';
import { startHttpProxy } from '../proxy/http-proxy.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';

/** Stands on: the real bot in a process of its own, a real HTTP proxy that alone resolves the names, TLS by openssl. */

const PATIENCE_MS = 60_000;

/** Makes a self-signed certificate for `service.test` and 127.0.0.1, with its file. */
function certificate() {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=x', '-addext', 'subjectAltName=DNS:service.test,IP:127.0.0.1'];
  execFileSync('openssl', [...words, ...name, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  return { file: cert, tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } };
}

interface Behind {
  /** The host of the service and of Discord. Only the proxy resolves names. */
  readonly host?: 'service.test' | '127.0.0.1';
  /** The scheme of the proxy's own address. */
  readonly scheme?: 'http' | 'https';
}

/** Opens a world behind a proxy. */
async function openBehindProxy({ host = 'service.test', scheme = 'http' }: Behind = {}) {
  const { file, tls } = certificate();
  const world = await openWorld();
  const service = await startService({ economy: world.economy, tls });
  onTestFinished(async () => {
    await world.close();
    await service.close();
  });
  const proxy = await startHttpProxy({ credentials: 'ada:p@ssword', ...(scheme === 'https' && { tls }) });
  const address = proxy.origin.replace('//', '//ada:p%40ssword@');
  const environment = {
    SERVICE_URL: service.url.replace('127.0.0.1', host),
    DISCORD_API_URL: world.discord.url.replace('127.0.0.1', host === 'service.test' ? 'discord.test' : host),
    HTTPS_PROXY: address,
    http_proxy: address,
    NODE_EXTRA_CA_CERTS: file,
  };
  return { world, service, proxy, environment };
}

// Regression test: addresses of this machine bypassed every proxy.
test.each<Behind>([
  { host: 'service.test', scheme: 'http' },
  { host: '127.0.0.1', scheme: 'http' },
  { host: '127.0.0.1', scheme: 'https' },
])('fault 95: all requests to $host use the $scheme proxy, and no password is logged', async (behind) => {
  const { world, service, proxy, environment } = await openBehindProxy(behind);
  const bot = await world.startProcess(environment);
  await expect.poll(() => service.connections.size, { timeout: PATIENCE_MS }).toBe(1);
  await expect.poll(() => bot.log(), { timeout: PATIENCE_MS }).toContain('Crier is ready');
  const ofService = `CONNECT ${new URL(environment.SERVICE_URL).host}`;
  // One tunnel for the stream, at least one for HTTP.
  expect(proxy.seen.filter((line) => line === ofService).length).toBeGreaterThan(1);
  expect(proxy.seen).toContain(`CONNECT ${new URL(environment.DISCORD_API_URL).host}`);
  const routes = () => service.requests.map(({ route }) => route);
  await expect.poll(routes, { timeout: PATIENCE_MS }).toContain('shops');
  expect(await bot.stop()).toBe(0);
  for (const secret of ['p@ssword', 'p%40ssword', btoa('ada:p@ssword')]) expect(bot.log()).not.toContain(secret);
});

test('fault 95: NO_PROXY exempts addresses of this machine for all requests', async () => {
  const { world, service, proxy, environment } = await openBehindProxy({ host: '127.0.0.1' });
  const bot = await world.startProcess({ ...environment, NO_PROXY: '127.0.0.0/8' });
  await expect.poll(() => service.connections.size, { timeout: PATIENCE_MS }).toBe(1);
  await expect.poll(() => bot.log(), { timeout: PATIENCE_MS }).toContain('Crier is ready');
  expect(proxy.seen).toEqual([]);
});

test('fault 95: --check behind a proxy that is down advises NO_PROXY for addresses of this machine', async () => {
  const { world, environment } = await openBehindProxy({ host: '127.0.0.1' });
  const down = 'http://ada:p%40ssword@127.0.0.1:1';
  const { code, failures } = await runCheck({
    ...world.environment(),
    ...environment,
    HTTPS_PROXY: down,
    http_proxy: down,
  });
  expect(code).toBe(1);
  const findings = ['Token', 'Service'].map((label) => failures.find((line) => line.startsWith(`✗ ${label}: `)));
  for (const finding of findings) {
    expect(finding).toMatch(/he proxy http:\/\/127\.0\.0\.1:1 is unreachable \(ECONNREFUSED\)/);
    expect(finding).toContain(
      '; 127.0.0.1 is on this machine or its network: to reach it without the proxy, name it in NO_PROXY',
    );
  }
  expect(failures.join()).not.toContain('p%40ssword');
});

test('fault 95: --check reports the proxy and a wrong password for it', async () => {
  const { world, environment } = await openBehindProxy();
  const good = await runCheck({ ...world.environment(), ...environment });
  expect(good.failures).toEqual([]);
  expect(good.lines).toContainEqual(
    expect.stringMatching(
      /^✓ Proxy: the service is reached through http:\/\/127\.0\.0\.1:\d+ \(HTTPS_PROXY\); Discord’s REST/,
    ),
  );
  const HTTPS_PROXY = environment.HTTPS_PROXY.replace('p%40ssword', 'wrong-one');
  const bad = await runCheck({ ...world.environment(), ...environment, HTTPS_PROXY, http_proxy: HTTPS_PROXY });
  expect(bad.code).toBe(1);
  const refused = 'refuses its user or password (407): correct them in HTTP';
  for (const label of ['Token', 'Service'])
    expect(bad.failures.find((line) => line.startsWith(`✗ ${label}: `))).toContain(refused);
  expect(bad.lines.join()).not.toContain('wrong-one');
});
