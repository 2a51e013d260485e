import { chooseProxy, type ProxySettings } from '../proxy/choose-proxy.ts';
import { beforeDeadline, type DeadlineClock } from '../time/deadline.ts';
import { createRestAgent, discordsUndici, type RestAgent } from './rest-agent.ts';

/** Discord serves a file of half a megabyte in well under a second. */
const WITHIN_MS = 10_000;

/**
 * Downloads a file that a user attached, as text.
 *
 * @param url Discord's address of the file
 * @param proxies a proxy may stand before that address too
 * @throws Error if Discord does not serve it within 10 s (see `Deadline`), or if it is larger than `mostBytes`
 */
export async function readAttachment(
  url: string,
  mostBytes: number,
  proxies: ProxySettings,
  clock: DeadlineClock,
): Promise<string> {
  const dispatcher = createRestAgent(chooseProxy(url, proxies));
  try {
    return await beforeDeadline({ ms: WITHIN_MS, clock }, (signal) => download(url, mostBytes, { dispatcher, signal }));
  } finally {
    await dispatcher.destroy();
  }
}

async function download(
  url: string,
  mostBytes: number,
  options: { readonly dispatcher: RestAgent; readonly signal: AbortSignal },
): Promise<string> {
  const response = await discordsUndici().fetch(url, options);
  if (!response.ok || response.body === null) throw new Error(`Discord refused the file (${response.status})`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`The file is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
