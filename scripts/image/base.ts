import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

const DEBOOTSTRAP = '/usr/sbin/debootstrap';
const MIRROR = 'http://deb.debian.org/debian';
const NODE = join(import.meta.dirname, '../../node_modules/node/bin/node');

/** The environment of the base image's containers, in addition to the Dockerfile's. */
export const BASE_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/** @returns the reason why the image cannot be proved on this machine, or null if it can */
export function missingForProof(): string | null {
  if (process.getuid?.() !== 0) return 'only root can create a root file system';
  if (!existsSync(DEBOOTSTRAP)) return 'debootstrap is not installed (apt-get install debootstrap)';
  return existsSync(NODE) ? null : 'Node 24 is not among the packages (npm ci)';
}

/** Returns a root file system of plain Debian bookworm, made once and kept in the user's cache. */
export function debianRoot(): string {
  const root = join(homedir(), '.cache/crier/bookworm');
  if (existsSync(root)) return root;
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(root), { recursive: true });
  execFileSync(DEBOOTSTRAP, ['--variant=minbase', 'bookworm', unfinished, MIRROR], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(unfinished, root);
  return root;
}

/**
 * Makes the replacement of node:24-slim, because no registry is available: Debian bookworm with Node 24, npm, and a
 * user `node` with id 1000. The entry point of the real image only runs its command by `exec`, and is left out.
 */
export function makeBase(folder: string): void {
  execFileSync('cp', ['-a', debianRoot(), folder]);
  cpSync(NODE, join(folder, 'usr/local/bin/node'));
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, join(folder, NPM), { recursive: true });
  symlinkSync(`/${NPM}/bin/npm-cli.js`, join(folder, 'usr/local/bin/npm'));
  execFileSync('/usr/sbin/chroot', [folder, '/usr/sbin/useradd', '--uid=1000', '--create-home', 'node']);
  // Docker provides the machine's resolver and trusted certificates too.
  writeFileSync(join(folder, 'etc/resolv.conf'), readFileSync('/etc/resolv.conf'));
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (trusted !== undefined) cpSync(trusted, join(folder, TRUSTED));
}

const NPM = 'usr/local/lib/node_modules/npm';
const TRUSTED = 'etc/certificates.pem';

/** Returns the environment of a step that uses the network. */
export const networkEnvironment = (): Record<string, string> =>
  process.env.NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS: `/${TRUSTED}` };

/** Removes npm, because nothing at run time may need it. */
export function removeNpm(root: string): void {
  for (const path of [NPM, 'usr/local/bin/npm', TRUSTED]) rmSync(join(root, path), { recursive: true, force: true });
}
