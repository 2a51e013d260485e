import { existsSync, mkdirSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { OperatorFault } from './faults/operator-fault.ts';
import { formatFault } from './format-fault.ts';

/** Limits how far apart two signals of one Ctrl-C arrive: npm forwards the terminal's signal a second time. */
const SAME_SIGNAL_MS = 300;
/** Limits the whole shutdown. Crier promises five seconds, and a busy machine needs the rest to end the process. */
const LONGEST_SHUTDOWN_MS = 3_800;

/**
 * Rest before the exit in which V8's compiler threads end their jobs. Node joins these threads, and hangs if one of
 * them waits for the garbage collector of the main thread: nodejs/node#54918.
 */
const COMPILERS_END_MS = 50;

// Files that Crier creates are readable by its own user only.
process.umask(0o077);

const cache = compileCache();
if (cache !== null) enableCompileCache(cache);

/** Options of `--record`. */
interface Recording {
  readonly folder: string;
  readonly pixels: boolean;
}

const CRIER_USAGE = `Crier takes one of these, or no argument at all:
  --check                            checks the settings, the store, Discord and the service, and exits
  --record FOLDER                    starts, and records what the service sends, without names of players
  --record FOLDER --without-pixels   the same, without the pixels of paintings`;

/**
 * Holds only the signal handlers and the exit, because the handlers must be installed before the slow imports: loading
 * takes seconds on a busy machine, and PID 1 of a container ignores a signal without a handler. The process may exit at
 * any time, since every write is committed as it happens.
 */
const stop = new AbortController();
let isLoaded = false;
let firstAt = 0;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    const isSecond = stop.signal.aborted && performance.now() - firstAt > SAME_SIGNAL_MS;
    // An interrupted check has no result, so that it fails.
    if (isSecond || !isLoaded) process.exit(process.argv.includes('--check') ? 1 : 0);
    if (stop.signal.aborted) return;
    firstAt = performance.now();
    stop.abort();
  });
}

// Force the exit if the shutdown hangs, whether a signal or a fatal error started it.
stop.signal.addEventListener('abort', async () => {
  await setTimeout(LONGEST_SHUTDOWN_MS, undefined, { ref: false });
  process.exit(firstAt > 0 ? 0 : 1);
});

const printFault = (error: unknown) => process.stderr.write(`${formatFault(error)}\n`);

process.on('uncaughtException', (error) => {
  printFault(error);
  process.exit(1);
});

try {
  const asked = readArguments(process.argv.slice(2));
  const code = asked === 'check' ? await runCheck() : await runCrier(asked.record);
  await setTimeout(COMPILERS_END_MS);
  process.exit(code);
} catch (error) {
  printFault(error);
  process.exit(1);
}

/** @throws OperatorFault if the arguments are none of `CRIER_USAGE` */
function readArguments(given: readonly string[]): 'check' | { readonly record: Recording | null } {
  const [first, folder, more, ...rest] = given;
  if (first === undefined) return { record: null };
  if (first === '--check' && folder === undefined) return 'check';
  const isRecord = first === '--record' && folder !== undefined && !folder.startsWith('-') && rest.length === 0;
  if (isRecord && (more === undefined || more === '--without-pixels'))
    return { record: { folder, pixels: more === undefined } };
  throw new OperatorFault(`Crier does not know ${given.join(' ')}.\n${CRIER_USAGE}`);
}

/** @returns the exit code */
async function runCrier(record: Recording | null): Promise<number> {
  const { start } = await import('./start.ts');
  // A signal that arrived during the import reaches its handler in the next turn of the event loop.
  await setImmediate();
  isLoaded = true;
  await start(stop, record);
  return 0;
}

/** @returns the exit code */
async function runCheck(): Promise<number> {
  process.stdout.on('error', endUnread);
  const { checkAll } = await import('./check/check.ts');
  return (await checkAll((line) => process.stdout.write(`${line}\n`))) ? 0 : 1;
}

/** Ends a check whose output cannot be written, as behind `| head -1`. Its result is lost, so that it fails. */
function endUnread(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EPIPE') process.stderr.write(`${formatFault(error)}\n`);
  process.exit(1);
}

/**
 * Returns the folder of V8's compile cache, which halves the time of the next start. It is in the user's own cache,
 * never in a shared temporary folder, because anyone who can write there decides which code runs. Node itself ignores
 * files that it cannot read or write, and obeys NODE_COMPILE_CACHE (another folder) and NODE_DISABLE_COMPILE_CACHE=1.
 * @returns the folder, or null if there is no safe one
 */
function compileCache(): string | null {
  try {
    const home = homedir();
    if (!isAbsolute(home)) return null; // HOME is empty: the working folder may be anybody's
    const folder = join(home, '.cache');
    const ours = join(folder, 'crier');
    // One level at a time: `mkdir` with `recursive` never returns on a file system such as /proc.
    for (const path of [folder, ours]) if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    const { uid, mode } = statSync(ours);
    const isOthers = process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0);
    return isOthers ? null : ours;
  } catch {
    return null; // no home folder, or no permission to write in it
  }
}
