import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The real bot as a process. */
export interface Bot {
  /** Returns the log up to now. */
  log(): string;
  /**
   * Ends the process by a signal, SIGTERM by default.
   * @returns its exit code, or null if the signal killed it
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

/** Starts the bot in its own process, as `npm start` does. */
export interface BotProcess extends Bot {
  readonly process: ChildProcess;
}

/** Node's flags and environment variables of `npm start`. */
export const START_FLAGS = ['--max-semi-space-size=4'];
export const START_SETTINGS = { MALLOC_MMAP_THRESHOLD_: '131072' };

export interface BotOptions {
  /** Another checkout's `src/main.ts`. */
  readonly main?: string;
  readonly cwd?: string;
  /** Arguments after `npm start --`. */
  readonly args?: readonly string[];
  /** A descriptor for the log. `log()` then stays empty. */
  readonly stdout?: number | 'pipe';
  /** A command that runs the bot, such as `unshare --mount`. */
  readonly within?: readonly string[];
}

/** A bot that does not exit for so long hangs. It is ended, so that a test fails at once and not after minutes. */
const EXIT_MS = 60_000;

const PROXY_NAME = /^(?:https?|all|no)_proxy$/i;
/** Turns off the proxies of the environment and of `.env`, because the simulated service and Discord are local. */
export const WITHOUT_PROXY = { NO_PROXY: '*', no_proxy: '*' };

/**
 * @param environment settings as for `npm start`. The bot gets only PATH and HOME of this process's environment, and
 * uses a proxy only if one is named here.
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
      const hung = setTimeout(() => child.kill('SIGABRT'), EXIT_MS);
      return exited.finally(() => clearTimeout(hung));
    },
  };
}
