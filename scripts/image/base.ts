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

/** What a container of the base image is given besides what the Dockerfile sets. */
export const BASE_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/** Why nothing can be proved here; null: it can. */
export function missingForProof(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make a root of its own';
  if (!existsSync(DEBOOTSTRAP)) return 'debootstrap is not installed (apt-get install debootstrap)';
  return existsSync(NODE) ? null : 'Node 24 is not among the packages (npm ci)';
}

/** A root of Debian bookworm alone, made once and kept in the user's cache. */
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
 * What stands in for node:24-slim, which no registry has to give: Debian bookworm with Node 24, npm, and a user `node` with the
 * number 1000. The real one's entry point hands its command on by `exec`, and is left out.
 */
export function makeBase(folder: string): void {
  execFileSync('cp', ['-a', debianRoot(), folder]);
  cpSync(NODE, join(folder, 'usr/local/bin/node'));
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, join(folder, NPM), { recursive: true });
  symlinkSync(`/${NPM}/bin/npm-cli.js`, join(folder, 'usr/local/bin/npm'));
  execFileSync('/usr/sbin/chroot', [folder, '/usr/sbin/useradd', '--uid=1000', '--create-home', 'node']);
  // As Docker does: the machine's names of hosts, and the certificates that it trusts.
  writeFileSync(join(folder, 'etc/resolv.conf'), readFileSync('/etc/resolv.conf'));
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (trusted !== undefined) cpSync(trusted, join(folder, TRUSTED));
}

const NPM = 'usr/local/lib/node_modules/npm';
const TRUSTED = 'etc/certificates.pem';

/** What a step that asks the network is given. */
export const networkEnvironment = (): Record<string, string> =>
  process.env.NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS: `/${TRUSTED}` };

/** Nothing at run time may need npm. */
export function takeNpmAway(root: string): void {
  for (const path of [NPM, 'usr/local/bin/npm', TRUSTED]) rmSync(join(root, path), { recursive: true, force: true });
}
