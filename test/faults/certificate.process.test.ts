import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../sandbox/service/start-service.ts';
import { openWorld } from '../journeys/world/world.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';

/** Stands on: the real bot in a process of its own, certificates by openssl, an authority that its Node trusts, TLS. */

/** A machine that is too slow for the first answer repeats the request after a minute. */
const PATIENCE_MS = 90_000;

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Makes a certificate authority. */
function openAuthority() {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' });
  openssl(
    'req',
    '-x509',
    ...CURVE,
    '-subj',
    '/CN=authority',
    '-days',
    '2',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  return {
    /** The file of its own certificate. */
    file: at('ca.pem'),
    /**
     * Issues a certificate. `days` is its validity, negative if it has expired; `name` is in openssl's form,
     * `IP:127.0.0.1`.
     */
    issue(name: string, days: number) {
      openssl(
        'req',
        ...CURVE,
        '-subj',
        '/CN=x',
        '-addext',
        `subjectAltName=${name}`,
        '-keyout',
        at('key'),
        '-out',
        at('csr'),
      );
      const by = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-copy_extensions', 'copy'];
      openssl('x509', '-req', '-in', at('csr'), ...by, '-days', String(days), '-out', at('cert'));
      return { key: readFileSync(at('key'), 'utf8'), cert: readFileSync(at('cert'), 'utf8') };
    },
  };
}

/** Starts a bot whose service uses TLS with a certificate of that name and validity. */
async function startOnTls(name: string, days: number, { isTrusted = true } = {}) {
  const authority = openAuthority();
  const world = await openWorld();
  const service = await startService({ economy: world.economy, tls: authority.issue(name, days) });
  onTestFinished(async () => {
    await world.close();
    await service.close();
  });
  const bot = await world.startProcess({
    SERVICE_URL: service.url,
    // An operator who disables the check for another program does not disable it for Crier.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    ...(isTrusted && { NODE_EXTRA_CA_CERTS: authority.file }),
  });
  return { bot, service };
}

test.each([
  ['fault 10: an expired certificate', 'IP:127.0.0.1', -1, true, 'CERT_HAS_EXPIRED'],
  ['fault 10: a certificate for another host', 'DNS:game.example', 1, true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['fault 10: a certificate of an unknown authority', 'IP:127.0.0.1', 1, false, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])(
  '%s is refused by every request, and logged once each',
  { timeout: 2 * PATIENCE_MS },
  async (_name, host, days, isTrusted, code) => {
    const { bot, service } = await startOnTls(host, days, { isTrusted });
    const warned = () =>
      bot
        .log()
        .split('\n')
        .filter((line) => line.includes(code))
        .map((line) => JSON.parse(line).msg);
    await expect
      .poll(() => warned().toSorted(), { timeout: PATIENCE_MS })
      .toEqual([
        `Banned paintings not fetched: ${code}`,
        `Shops not refreshed: ${code}`,
        `Stream down: no connection (error-${code}), retrying`,
      ]);
    expect(service.requests).toEqual([]);
  },
);

test('a valid certificate is accepted', async () => {
  const { service } = await startOnTls('IP:127.0.0.1', 1);
  await expect.poll(() => service.connections.size).toBe(1);
});
