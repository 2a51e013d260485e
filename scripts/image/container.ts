import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** The root, user, folder and environment of a command. */
export interface RunOptions {
  readonly root: string;
  /** A name or a number, as in the Dockerfile's USER. */
  readonly user: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The writable folders of a container: folders of the machine by their path in the root. */
export type Volumes = Readonly<Record<string, string>>;

/** Changes into the root with the user's rights only. Every program on the way runs the next by `exec`. */
function enterRoot({ root, user, folder, environment }: RunOptions, command: readonly string[]): string[] {
  const id = (flag: string) => execFileSync('/usr/sbin/chroot', [root, 'id', flag, user], { encoding: 'utf8' }).trim();
  const number = /^\d+$/.test(user);
  const [uid, gid] = number ? [user, user] : [id('-u'), id('-g')];
  // Equals compose's cap_drop and no-new-privileges.
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

/**
 * Runs a step of a build in a writable root.
 * @throws Error with the output if it fails
 */
export function runStep(options: RunOptions, command: readonly string[], volumes: Volumes = {}): void {
  const words = [...UNSHARE, options.root, 'rw', ...mounts(volumes), '--', ...enterRoot(options, command)];
  const { status, stdout, stderr } = spawnSync('/usr/bin/unshare', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${stdout}${stderr}`.slice(-4_000));
}

/** A command in a root that is read-only except for its volumes and /tmp. It is process 1 there. */
export class Container {
  readonly #options: RunOptions;
  readonly #child: ChildProcess;
  readonly exited: Promise<number | null>;
  #output = '';

  constructor(options: RunOptions, command: readonly string[], volumes: Volumes) {
    this.#options = options;
    const words = [...UNSHARE, options.root, 'ro', ...mounts(volumes), '--', ...enterRoot(options, command)];
    // The container ends with this process, however that ends.
    const bound = ['--pdeathsig=KILL', '/usr/bin/unshare', ...words];
    this.#child = spawn('/usr/bin/setpriv', bound, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.exited = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  output(): string {
    return this.#output;
  }

  /**
   * Waits for these words in the output.
   * @returns whether they came before the end
   */
  async waitFor(words: string): Promise<boolean> {
    const { stdout } = this.#child;
    let isOver = stdout === null;
    void this.exited.then(() => (isOver = true));
    while (stdout !== null && !isOver && !this.#output.includes(words))
      await Promise.race([once(stdout, 'data'), this.exited]);
    return this.#output.includes(words);
  }

  /** The number of process 1 on the machine. */
  get #first(): number {
    const { pid } = this.#child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }

  /** Runs another command next to process 1, as `docker compose exec` and the health check do. */
  async execute(command: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
    const inside = ['--target', String(this.#first), '--mount', '--pid', '--', ...enterRoot(this.#options, command)];
    const child = spawn('/usr/bin/nsenter', inside, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    return { code, output };
  }

  /**
   * Sends process 1 a signal.
   * @returns its exit code
   */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#child.exitCode === null) process.kill(this.#first, signal);
    return this.exited;
  }
}

/** Lists all files in a root with size, time, rights and owner. Equal lists mean that nothing was written. */
export const listRoot = (root: string): string =>
  execFileSync('find', [join(root, '.'), '-xdev', '-printf', '%P %s %T@ %m %U:%G\\n'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
