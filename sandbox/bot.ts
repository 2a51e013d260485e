import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The real bot at work. */
export interface Bot {
  /** What it has logged so far. */
  log(): string;
  /** Ends it by a signal, SIGTERM if not told, and gives its exit code; null: the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

/** In a process of its own, as `npm start` runs it. */
export interface BotProcess extends Bot {
  readonly process: ChildProcess;
}

/** What `npm start` gives its process: Node's flags, and settings of the environment. */
export const START_FLAGS = ['--max-semi-space-size=4'];
export const START_SETTINGS = { MALLOC_MMAP_THRESHOLD_: '65536' };

export interface BotOptions {
  /** Another checkout's `src/main.ts`. */
  readonly main?: string;
  readonly cwd?: string;
  /** What stands after `npm start --`. */
  readonly args?: readonly string[];
  /** A descriptor that it writes its log to, which `log()` then does not have. */
  readonly stdout?: number | 'pipe';
  /** A command that runs it, such as `unshare --mount`. */
  readonly within?: readonly string[];
}

const PROXY_NAME = /^(?:https?|all|no)_proxy$/i;
/** Turns off the proxies of the environment and of `.env`: the simulated service and Discord are on this machine. */
export const WITHOUT_PROXY = { NO_PROXY: '*', no_proxy: '*' };

/**
 * @param environment settings as for `npm start`. The bot gets none of this process's own but PATH and HOME, and uses a
 *   proxy only if one is named here.
 */
export function startBot(
  environment: Readonly<Record<string, string>>,
  { main = MAIN, cwd, args = [], stdout = 'pipe', within = [] }: BotOptions = {},
): BotProcess {
  const [program = '', ...words] = [...within, process.execPath, ...START_FLAGS, main, ...args];
  const child = spawn(program, words, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_NO_WARNINGS: '1',
      ...START_SETTINGS,
      ...(Object.keys(environment).some((name) => PROXY_NAME.test(name)) ? {} : WITHOUT_PROXY),
      ...environment,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    process: child,
    log: () => log,
    exited,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}
