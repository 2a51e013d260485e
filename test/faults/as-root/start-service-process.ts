import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { onTestFinished } from 'vitest';

const SCRIPT = new URL('service-process.ts', import.meta.url).pathname;

/**
 * Runs the simulated service in a process of its own until the test ends; it can be stopped (SIGSTOP).
 * @param within the command prefix to run it under, such as `ip netns exec NAME`
 */
export async function startServiceProcess(host = '127.0.0.1', within: readonly string[] = []) {
  const [program = '', ...words] = [...within, process.execPath, SCRIPT, host];
  const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = await once(child, 'message');
  return {
    url: String(url),
    /** Ends an auction with that bid. */
    sell: (bid: number) => void child.send(bid),
    stop: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
  };
}
