import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

export const MAIN = new URL('../../../src/backup/main.ts', import.meta.url).pathname;

/** Runs `npm run backup` or `npm run restore` for the store in a folder. */
export async function run(what: 'backup' | 'restore', folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, what, ...args], {
    env: { PATH: process.env.PATH, STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}
