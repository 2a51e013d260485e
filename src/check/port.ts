import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Config, httpOf } from '../config.ts';
import { whyDeaf } from '../monitor/server.ts';
import { systemClock } from '../time/clock.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { amiss, type Finding, well } from './finding.ts';

const ANSWER_MS = 3_000;

/** Whether HTTP_PORT is free, or a Crier's; nothing to say where it is not set. */
export async function checkPort(config: Config): Promise<Finding[]> {
  const http = httpOf(config);
  if (http === null) return [];
  const { host, port } = http;
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return [well('Port', `HTTP_PORT ${port} is free.`)];
  } catch (error) {
    const { code, cure } = whyDeaf(error);
    if (code === 'EADDRINUSE' && (await isCrier(host, port)))
      return [well('Port', `HTTP_PORT ${port} is in use by a running Crier.`)];
    return [amiss('Port', `HTTP_PORT ${port} of HTTP_HOST ${host} cannot be opened (${code}). ${cure}`)];
  } finally {
    server.close();
  }
}

/** Not asked with fetch, which refuses ports that browsers do. */
async function isCrier(host: string, port: number): Promise<boolean> {
  try {
    return await beforeDeadline({ ms: ANSWER_MS, clock: systemClock }, async (signal) => {
      const asked = get({ host, port, path: '/health', agent: false, signal });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return Object.hasOwn(Object(await json(answer)), 'well');
    });
  } catch {
    return false; // something that does not speak so
  }
}
