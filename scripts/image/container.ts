import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Who runs a command in a root, where, and with what. */
export interface Setting {
  readonly root: string;
  /** As in the Dockerfile's USER, or a number. */
  readonly user: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a container gets to write to: folders of the machine by their place in the root. */
export type Volumes = Readonly<Record<string, string>>;

/** Changes into the root with the user's rights alone; every program on the way hands on by `exec`. */
function enter({ root, user, folder, environment }: Setting, command: readonly string[]): string[] {
  const id = (flag: string) => execFileSync('/usr/sbin/chroot', [root, 'id', flag, user], { encoding: 'utf8' }).trim();
  const number = /^\d+$/.test(user);
  const [uid, gid] = number ? [user, user] : [id('-u'), id('-g')];
  // As compose has it: cap_drop, no-new-privileges.
  const rights = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', `--reuid=${uid}`, `--regid=${gid}`];
  const drop = user === 'root' ? [] : ['/usr/bin/setpriv', ...rights, '--clear-groups'];
  const values = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return ['/usr/sbin/chroot', root, ...drop, '/usr/bin/env', '-i', '-C', folder, ...values, ...command];
}

const MOUNT = `set -e
root=$1; protection=$2; shift 2
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
if [ "$protection" = ro ]; then mount -o remount,bind,ro "$root"; mount -t tmpfs tmpfs "$root/tmp"; fi
while [ "$1" != -- ]; do mount --bind "$1" "$root$2"; shift 2; done
shift
exec "$@"`;

const UNSHARE = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', MOUNT, 'sh'];
const mounts = (volumes: Volumes) => Object.entries(volumes).flatMap(([place, folder]) => [folder, place]);

/** Runs a step of a build in a root that may be written. @throws Error with what it said where it fails */
export function runStep(setting: Setting, command: readonly string[], volumes: Volumes = {}): void {
  const words = [...UNSHARE, setting.root, 'rw', ...mounts(volumes), '--', ...enter(setting, command)];
  const { status, stdout, stderr } = spawnSync('/usr/bin/unshare', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${stdout}${stderr}`.slice(-4_000));
}

/** A command in a root that may only be read, but for its volumes and /tmp; it is process 1 there. */
export class Container {
  readonly #setting: Setting;
  readonly #child: ChildProcess;
  readonly exited: Promise<number | null>;
  #said = '';

  constructor(setting: Setting, command: readonly string[], volumes: Volumes) {
    this.#setting = setting;
    const words = [...UNSHARE, setting.root, 'ro', ...mounts(volumes), '--', ...enter(setting, command)];
    // It does not outlive the proof, however that ends.
    const bound = ['--pdeathsig=KILL', '/usr/bin/unshare', ...words];
    this.#child = spawn('/usr/bin/setpriv', bound, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
    this.exited = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  said(): string {
    return this.#said;
  }

  /** Waits for these words. @returns whether they came before its end */
  async says(words: string): Promise<boolean> {
    const { stdout } = this.#child;
    let isOver = stdout === null;
    void this.exited.then(() => (isOver = true));
    while (stdout !== null && !isOver && !this.#said.includes(words))
      await Promise.race([once(stdout, 'data'), this.exited]);
    return this.#said.includes(words);
  }

  /** Process 1, by its number on the machine. */
  get #first(): number {
    const { pid } = this.#child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }

  /** Another command in it, beside process 1: as `docker compose exec` and the health check do. */
  async execute(command: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }> {
    const inside = ['--target', String(this.#first), '--mount', '--pid', '--', ...enter(this.#setting, command)];
    const child = spawn('/usr/bin/nsenter', inside, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    return { code, said };
  }

  /** Sends process 1 a signal, and gives its exit code. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#child.exitCode === null) process.kill(this.#first, signal);
    return this.exited;
  }
}

/** Everything in a root, with size, time, rights and owner of each file: what two such texts have in common was left alone. */
export const listRoot = (root: string): string =>
  execFileSync('find', [join(root, '.'), '-xdev', '-printf', '%P %s %T@ %m %U:%G\\n'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
