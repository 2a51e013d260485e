import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { eventually, runClient, startSimulation } from '../service/simulation.ts';

/** A certificate that nobody vouches for. */
async function selfSigned() {
  const folder = await mkdtemp(join(tmpdir(), 'crier-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  await promisify(execFile)('openssl', ['req', '-x509', ...fresh, '-out', cert, '-days', '2', ...names]);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

test('10 a certificate that nobody vouches for is refused by every request', async () => {
  const world = await startSimulation({ tls: await selfSigned() });
  const client = runClient(world);
  await eventually(() => expect(client.service.stream().state).toBe('down'));
  await eventually(() => expect(client.lines.length).toBe(3));
  expect(client.lines.toSorted()).toEqual([
    'warn paintings: DEPTH_ZERO_SELF_SIGNED_CERT',
    'warn shops: DEPTH_ZERO_SELF_SIGNED_CERT',
    'warn stream: no connection (error-DEPTH_ZERO_SELF_SIGNED_CERT), trying again',
  ]);
  expect((await client.service.health()).up).toEqual({ ok: false, why: 'no connection (DEPTH_ZERO_SELF_SIGNED_CERT)' });
  expect(world.simulated.requests).toEqual([]);
});
