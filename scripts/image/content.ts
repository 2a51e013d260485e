import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import lock from '../../package-lock.json' with { type: 'json' };
import type { Image } from './build.ts';
import type { Checklist } from './checklist.ts';

/** Folders of the checkout that only development needs. */
const NOT_FOR_IMAGE = ['sandbox', 'test', 'bench', 'docs', 'scripts', 'ops', '.git', '.ci', '.env'];
const COMPILERS = ['cc', 'gcc', 'g++', 'make', 'python3'];

const sizeOf = (folder: string) => Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);

/** Checks that the image contains the required files and no others. */
export function checkContent({ root, folder, environment, command, user }: Image, base: string, list: Checklist): void {
  const app = join(root, folder);
  const packages = Object.entries(lock.packages).flatMap(([path, entry]) =>
    'dev' in entry && entry.dev ? [path] : [],
  );
  const there = [...NOT_FOR_IMAGE, ...packages].filter((path) => existsSync(join(app, path)));
  list.check('no sandbox, tests, benches, docs or development packages', there.length === 0, there);
  const find = COMPILERS.map((name) => `command -v ${name}`).join('; ');
  const found = spawnSync('/usr/sbin/chroot', [root, '/bin/sh', '-c', find], {
    env: { ...environment },
    encoding: 'utf8',
  });
  list.check('no Python, make or compiler on its PATH', found.stdout === '', found.stdout);
  list.check(`runs as ${user}, by ${command.join(' ')}`, user === 'node' && command[0] === 'node', user);
  const others = ['find', folder, '-xdev', '(', '-user', 'node', '-o', '-perm', '-o=w', '!', '-type', 'l', ')'];
  const writable = execFileSync('/usr/sbin/chroot', [root, ...others], { encoding: 'utf8' }).trim();
  list.check('the user may write to /app/data only', writable === '/app/data', writable);
  list.carriedOut(`${((sizeOf(root) - sizeOf(base)) / 1024).toFixed(1)} MiB besides the base`);
}
