import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, httpOf } from '../config.ts';
import { amiss, type Finding, well } from './finding.ts';

const ANSWER_MS = 3_000;

const STOP = 'Stop what listens there, or set another.';
const CURES: Readonly<Record<string, string>> = {
  EACCES: 'Set one above 1023.',
  EADDRNOTAVAIL: 'Set HTTP_HOST to an address of this machine, such as 127.0.0.1.',
  ENOTFOUND: 'Set HTTP_HOST to an address of this machine, such as 127.0.0.1.',
};

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
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EADDRINUSE' && (await isCrier(host, port)))
      return [well('Port', `HTTP_PORT ${port} is in use by a running Crier.`)];
    return [amiss('Port', `HTTP_PORT ${port} of HTTP_HOST ${host} cannot be opened (${code}). ${CURES[code] ?? STOP}`)];
  } finally {
    server.close();
  }
}

async function isCrier(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/health`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return Object.hasOwn(Object(await answer.json()), 'well');
  } catch {
    return false; // something that does not speak so
  }
}
