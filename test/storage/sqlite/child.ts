import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly process: ChildProcess;
  /** The next printed line of the child, or null at its end. */
  line(): Promise<string | null>;
  /** Kills the child like `kill -9`, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a script in another Node process. `fileLimitBlocks` limits the size of its files, in blocks of 512 bytes. */
export function startChild(script: string, args: readonly string[], fileLimitBlocks?: number): Child {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--expose-gc', script, ...args];
  const [command = '', ...rest] =
    fileLimitBlocks === undefined ? node : ['sh', '-c', `ulimit -S -f ${fileLimitBlocks}; exec "$@"`, 'sh', ...node];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  return { process: child, kill, line: async () => (await lines.next()).value ?? null };
}
