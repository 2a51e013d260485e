import { chooseProxy, type ProxySettings } from '../proxy/choose-proxy.ts';
import { createRestAgent, discordsUndici, type RestAgent } from './rest-agent.ts';

const WITHIN_MS = 10_000;

/**
 * Downloads a file that a user attached, as text.
 *
 * @param url Discord's address of the file
 * @param proxies a proxy may stand before that address too
 * @throws Error if it does not come within 10 s, or is larger than `mostBytes`
 */
export async function readAttachment(url: string, mostBytes: number, proxies: ProxySettings): Promise<string> {
  const dispatcher = createRestAgent(chooseProxy(url, proxies));
  try {
    return await download(url, mostBytes, dispatcher);
  } finally {
    await dispatcher.destroy();
  }
}

async function download(url: string, mostBytes: number, dispatcher: RestAgent): Promise<string> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const response = await discordsUndici().fetch(url, { dispatcher, signal });
  if (!response.ok || response.body === null) throw new Error(`the file cannot be had (${response.status})`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`the file is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
