import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/sandbox/service/start-service.ts';
import { runCheck } from '../check/run-check.ts';
import { openWorld } from '../journeys/world/world.ts';
import { startHttpProxy } from '../proxy/http-proxy.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** Stands on: the real bot in a process of its own, a real HTTP proxy that alone resolves the names, TLS by openssl. */

const PATIENCE_MS = 60_000;

/** A self-signed certificate for `service.test`, and its file. */
function certificate() {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=x', '-addext', 'subjectAltName=DNS:service.test'];
  execFileSync('openssl', [...words, ...name, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  return { file: cert, tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } };
}

/** A world whose names are resolved by the proxy alone. */
async function openBehindProxy() {
  const { file, tls } = certificate();
  const world = await openWorld();
  const service = await startService({ economy: world.economy, tls });
  onTestFinished(async () => {
    await world.close();
    await service.close();
  });
  const proxy = await startHttpProxy({ credentials: 'ada:p@ssword' });
  const address = `http://ada:p%40ssword@127.0.0.1:${proxy.port}`;
  const environment = {
    SERVICE_URL: service.url.replace('127.0.0.1', 'service.test'),
    DISCORD_API_URL: world.discord.url.replace('127.0.0.1', 'discord.test'),
    HTTPS_PROXY: address,
    http_proxy: address,
    NODE_EXTRA_CA_CERTS: file,
  };
  return { world, service, proxy, environment };
}

test('fault 95: the stream over TLS, the shops and Discord’s REST go through the proxy, and no password is logged', async () => {
  const { world, service, proxy, environment } = await openBehindProxy();
  const bot = await world.startProcess(environment);
  await expect.poll(() => service.connections.size, { timeout: PATIENCE_MS }).toBe(1);
  await expect.poll(() => bot.log(), { timeout: PATIENCE_MS }).toContain('Crier is ready');
  const hosts = new Set(proxy.seen);
  expect(hosts).toContain(`CONNECT ${new URL(environment.SERVICE_URL).host}`);
  expect(hosts).toContain(`CONNECT ${new URL(environment.DISCORD_API_URL).host}`);
  expect(await bot.stop()).toBe(0);
  for (const secret of ['p@ssword', 'p%40ssword', btoa('ada:p@ssword')]) expect(bot.log()).not.toContain(secret);
});

test('fault 95: --check names the proxy, and a wrong password of it', async () => {
  const { world, environment } = await openBehindProxy();
  const good = await runCheck({ ...world.environment(), ...environment });
  expect(good.amiss).toEqual([]);
  expect(good.lines).toContainEqual(
    expect.stringMatching(
      /^✓ Proxy: the service is reached through http:\/\/127\.0\.0\.1:\d+ \(HTTPS_PROXY\); Discord’s REST/,
    ),
  );
  const HTTPS_PROXY = environment.HTTPS_PROXY.replace('p%40ssword', 'wrong-one');
  const bad = await runCheck({ ...world.environment(), ...environment, HTTPS_PROXY });
  expect(bad.code).toBe(1);
  expect(bad.amiss.join()).toContain('refuses its user or password: correct them in HTTPS_PROXY.');
  expect(bad.lines.join()).not.toContain('wrong-one');
});
