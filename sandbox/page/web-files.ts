import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import process from 'node:process';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};
/** Names of the client's files and the protocol. Only the last dot is allowed, so that no path leads outside. */
const served = /^\/(?:protocol|client\/(?:[\w-]+\/)*[\w-]+)\.(html|css|ts|svg)$/;

export interface WebFile {
  readonly type: string;
  readonly body: string;
}

/** Returns a file of the page by its address, TypeScript as JavaScript, or null if there is none. */
export async function readWebFile(path: string): Promise<WebFile | null> {
  const address = path === '/client/' ? '/client/index.html' : path;
  const type = types[served.exec(address)?.[1] ?? ''];
  if (type === undefined) return null;
  try {
    const text = await readFile(new URL(`.${address}`, import.meta.url), 'utf8');
    return { type, body: address.endsWith('.ts') ? stripQuietly(text) : text };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Node warns once on stderr that stripping is experimental, although it strips this very file the same way. */
function stripQuietly(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
