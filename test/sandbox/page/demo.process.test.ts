import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { PageClient } from './page-client.ts';

const script = fileURLToPath(new URL('../../../sandbox/demo/demo.ts', import.meta.url));

let temporary: string;
const demos: ChildProcess[] = [];

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'crier-demo-test-'));
});

afterEach(async () => {
  for (const demo of demos.splice(0)) demo.kill('SIGKILL');
  await rm(temporary, { recursive: true, force: true });
});

/** Port 1, where nothing listens. */
const PROXY = { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1', ALL_PROXY: 'http://127.0.0.1:1' };

/** Starts a demo of a small town with a proxy in its environment and `.env`. Resolves once it has printed the link. */
async function startDemo(...options: string[]) {
  const env = { ...process.env, ...PROXY, TMPDIR: temporary };
  const cwd = temporaryFolder();
  await writeFile(join(cwd, '.env'), 'http_proxy=http://127.0.0.1:1\nno_proxy=elsewhere.example\n');
  const demo = spawn(process.execPath, [script, '--shops', '500', ...options], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  demos.push(demo);
  const ended = once(demo, 'close').then(([code]) => Number(code));
  let printed = '';
  let warned = '';
  demo.stderr.on('data', (bytes) => (warned += bytes));
  const { promise, resolve } = Promise.withResolvers<string>();
  demo.stdout.on('data', (bytes) => {
    printed += bytes;
    const link = /Open (http:\/\/127\.0\.0\.1:\d+)\n/.exec(printed)?.[1];
    if (link) resolve(link);
  });
  const link = await Promise.race([
    promise,
    ended.then(() => Promise.reject(new Error(`no link: ${printed}${warned}`))),
  ]);
  return { demo, link, ended, warned: () => warned };
}

/** @returns the process's children as Linux lists them, or an empty list once it has ended */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH: no such process
  }
}

test('two demos run at once despite a proxy, end by timeout and Ctrl-C, and leave no process or folder', async () => {
  const first = await startDemo();
  const second = await startDemo('--for', '1');
  expect(await readdir(temporary)).toHaveLength(2);
  expect(first.link).not.toBe(second.link);
  expect(await second.ended).toBe(0);
  expect(await readdir(temporary)).toHaveLength(1);

  const client = await PageClient.arrive(first.link);
  const page = await fetch(`${first.link}/protocol.ts`);
  expect(page.status).toBe(200);
  const bots = process.platform === 'linux' ? await childrenOf(first.demo.pid) : [];
  first.demo.kill('SIGINT');
  first.demo.kill('SIGINT');
  expect(await first.ended).toBe(0);
  await client.leave();
  expect(bots.filter(isAlive)).toEqual([]);
  expect(await readdir(temporary)).toEqual([]);
  expect(first.warned() + second.warned()).toBe('');
});
