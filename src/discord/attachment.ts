const WITHIN_MS = 10_000;

/**
 * Reads a file that somebody attached, as text.
 * @param url Discord's
 * @throws Error where it cannot be had in 10 s, or is larger than `mostBytes`
 */
export async function readAttachment(url: string, mostBytes: number): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
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
