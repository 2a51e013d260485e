import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { NO_ICONS } from '../../src/discord/icons/no-icons.ts';
import { createMessenger } from '../../src/discord/messenger.ts';
import { unpaced } from '../delivery/unpaced.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';

test('a banned address’s page that names its time is believed, and stops all from its own answer on', async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    response.writeHead(429, { 'content-type': 'text/html', 'retry-after': '3600' }).end('<h1>Error 1015</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const addresses = { find: async () => null, keep: async () => {}, forget: async () => {} };
  const log = recordingLog();
  const messenger = createMessenger({
    ...{ api: address, token: 'a.b.c', addresses, pace: unpaced(), languages: LANGUAGES, icons: NO_ICONS, log },
    now: () => 1_000,
    onUnauthorized: () => {},
  });
  const body = JSON.stringify({ message: { content: 'x' }, plain: 'x' });
  const sealed = (id: string) => ({
    id: 1,
    target: { kind: 'channel', id } as const,
    nonce: id,
    body,
    subscriptionIds: [],
    sealedAt: 0,
  });

  const banned = { kind: 'retry', waitMs: 3_600_000, everywhere: 'address' };
  expect(await messenger.send(sealed('80351110224678912'))).toMatchObject(banned);
  expect(await messenger.send(sealed('80351110224678913'))).toMatchObject(banned);
  expect(requests).toBe(1);
  expect(log.errors()).toHaveLength(1);
  server.close();
});
