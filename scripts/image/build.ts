import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { isSent, readDockerfile, readWords } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../..');
const BASE = join(homedir(), '.cache/crier/image-base');
const MIRROR = 'http://deb.debian.org/debian';
/** As in the official image of Node. */
const NODE_USER = 1_000;

/** What a Dockerfile makes: a folder to be the root, and how it is started. */
export interface Image {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** As the image names it. */
  readonly user: string;
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

interface Stage {
  readonly root: string;
  readonly environment: Record<string, string>;
  folder: string;
  user: string;
  readonly volumes: string[];
  command: string[];
  healthCheck: string[];
}

/**
 * Carries the Dockerfile out without an engine, step by step, each stage in a folder of its own: its base is Debian's own, with this
 * Node in the place of the official image's. @param onStep hears of each
 */
export function buildImage(folder: string, onStep: (step: string) => void): Image {
  const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8');
  const given: Record<string, string> = {
    BUILDPLATFORM: 'linux/this',
    TARGETARCH: process.arch.replace('x64', 'amd64'),
  };
  const args: Record<string, string> = { ...given };
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  const expand = (text: string) =>
    text.replaceAll(/\$\{?(\w+)\}?/g, (_, name) => args[name] ?? stage?.environment[name] ?? '');
  const within = (path: string) =>
    join(stage?.root ?? '', path.startsWith('/') ? path : join(stage?.folder ?? '/', path));

  for (const { name, rest } of readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))) {
    onStep(`${name} ${rest.slice(0, 100)}`);
    if (name === 'ARG') {
      const [key = '', value] = rest.split('=');
      args[key] ??= value ?? '';
      continue;
    }
    if (name === 'FROM') {
      const [, as = 'last'] = / AS (\w+)$/i.exec(rest) ?? [];
      const root = join(folder, as);
      execFileSync('cp', ['-a', '--reflink=auto', readyBase(), root]);
      stage = {
        root,
        environment: { PATH: SLIM_PATH },
        folder: '/',
        user: 'root',
        volumes: [],
        command: [],
        healthCheck: [],
      };
      stages.set(as, stage);
      continue;
    }
    if (!stage) throw new RangeError(`${name} before FROM`);
    switch (name) {
      case 'ENV': {
        const [key = '', ...value] = expand(rest).split('=');
        stage.environment[key] = value.join('=');
        break;
      }
      case 'WORKDIR':
        stage.folder = rest;
        mkdirSync(within(rest), { recursive: true });
        break;
      case 'COPY':
        copy(rest);
        break;
      case 'RUN':
        inRoot(stage.root, [
          ...environmentOf({ ...stage.environment, ...args, ...network() }, stage.folder),
          'sh',
          '-c',
          rest,
        ]);
        break;
      case 'USER':
        stage.user = rest;
        break;
      case 'VOLUME':
        stage.volumes.push(rest);
        break;
      case 'HEALTHCHECK':
        stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
        break;
      case 'CMD':
        stage.command = JSON.parse(rest);
        break;
      default:
        throw new RangeError(`${name} is not understood`);
    }
  }
  if (!stage) throw new RangeError('a Dockerfile without FROM');
  return stage;

  /** Of a folder what is in it, as Docker does; a file into the folder that the last word names. */
  function copy(rest: string): void {
    const { options, words } = readWords(rest);
    const target = within(words.pop() ?? '.');
    const from = stages.get(options.get('from') ?? '')?.root;
    const filter = (path: string) => from !== undefined || isSent(relative(ROOT, path), ignore);
    for (const word of words) {
      const source = join(from ?? ROOT, word);
      const entries = statSync(source).isDirectory() ? readdirSync(source).map((name) => join(source, name)) : [source];
      for (const entry of entries) {
        const goal = join(target, basename(entry));
        cpSync(entry, goal, { recursive: true, filter, verbatimSymlinks: true });
        if (options.has('chown')) execFileSync('chown', ['-R', `${NODE_USER}:${NODE_USER}`, goal]);
      }
    }
  }
}

/** Debian's own PATH, which the slim image has. */
const SLIM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A command in a root, by root. */
function inRoot(root: string, command: readonly string[]): void {
  execFileSync('/usr/sbin/chroot', [root, ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: SLIM_PATH },
  });
}

/** What sets a command's environment and folder, and nothing else. */
export function environmentOf(environment: Readonly<Record<string, string>>, folder: string): string[] {
  return ['env', '-i', `--chdir=${folder}`, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
}

/** What lets npm reach its registry from within. */
function network(): Record<string, string> {
  return existsSync(CERTIFICATES) ? { NODE_EXTRA_CA_CERTS: CERTIFICATES } : {};
}
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Debian with Node, npm and the user `node`, as the official slim image; made once. */
function readyBase(): string {
  if (existsSync(join(BASE, 'usr/local/bin/npm'))) return BASE;
  const making = `${BASE}-making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(dirname(making), { recursive: true });
  execFileSync('/usr/sbin/debootstrap', ['--variant=minbase', 'bookworm', making, MIRROR], { stdio: 'ignore' });
  cpSync(process.execPath, join(making, 'usr/local/bin/node'), { dereference: true });
  const npm = dirname(dirname(process.env.npm_execpath ?? ''));
  cpSync(npm, join(making, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(making, 'usr/local/bin/npm'));
  inRoot(making, ['useradd', '--uid', String(NODE_USER), '--create-home', 'node']);
  for (const file of ['/etc/resolv.conf', '/etc/hosts', CERTIFICATES])
    if (existsSync(file)) cpSync(file, join(making, file), { dereference: true });
  rmSync(BASE, { recursive: true, force: true });
  renameSync(making, BASE);
  return BASE;
}
