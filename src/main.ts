import { existsSync, mkdirSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { OperatorFault } from './faults/operator-fault.ts';
import { formatFault } from './format-fault.ts';

/** What a terminal's one Ctrl-C can come twice in: npm hands it on. */
const SAME_SIGNAL_MS = 300;
/** Limits the whole end. Five seconds are promised, and a busy machine needs the rest of them to end the process. */
const LONGEST_END_MS = 3_800;

// Whatever is made is its user's alone.
process.umask(0o077);

const cache = compileCache();
if (cache !== null) enableCompileCache(cache);

/** Options of `--record`. */
interface Recording {
  readonly folder: string;
  readonly pixels: boolean;
}

const USAGE = `Crier takes one of these, or no argument at all:
  --check                            looks for what is wrong, and starts nothing
  --record FOLDER                    starts, and records what the service sends, without names of players
  --record FOLDER --without-pixels   the same, without the pixels of paintings`;

/**
 * The process alone: its signals and how it ends. The rest is imported when the signals are listened to already: loading
 * takes seconds on a busy machine, and PID 1 of a container ignores a signal that nobody listens to. Everything that
 * matters is committed as it happens, so that the process may end at any time.
 */
const stop = new AbortController();
let isLoaded = false;
let firstAt = 0;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    const isSecond = stop.signal.aborted && performance.now() - firstAt > SAME_SIGNAL_MS;
    // Whoever checks has not found out.
    if (isSecond || !isLoaded) process.exit(process.argv.includes('--check') ? 1 : 0);
    if (stop.signal.aborted) return;
    firstAt = performance.now();
    stop.abort();
  });
}

// Force the exit if the shutdown hangs, whether a signal or a fatal error started it.
stop.signal.addEventListener('abort', () =>
  setTimeout(() => process.exit(firstAt > 0 ? 0 : 1), LONGEST_END_MS).unref(),
);

const sayLastWords = (error: unknown) => process.stderr.write(`${formatFault(error)}\n`);

process.on('uncaughtException', (error) => {
  sayLastWords(error);
  process.exit(1);
});

try {
  const asked = readArguments(process.argv.slice(2));
  process.exit(asked === 'check' ? await check() : await run(asked.record));
} catch (error) {
  sayLastWords(error);
  process.exit(1);
}

/** @throws OperatorFault where other arguments are given than there are */
function readArguments(given: readonly string[]): 'check' | { readonly record: Recording | null } {
  const [first, folder, more, ...rest] = given;
  if (first === undefined) return { record: null };
  if (first === '--check' && folder === undefined) return 'check';
  const isRecord = first === '--record' && folder !== undefined && !folder.startsWith('-') && rest.length === 0;
  if (isRecord && (more === undefined || more === '--without-pixels'))
    return { record: { folder, pixels: more === undefined } };
  throw new OperatorFault(`Crier does not know ${given.join(' ')}.\n${USAGE}`);
}

/** @returns the exit code */
async function run(record: Recording | null): Promise<number> {
  const { start } = await import('./start.ts');
  // A signal that came meanwhile is heard in the event loop's next turn.
  await setImmediate();
  isLoaded = true;
  await start(stop, record);
  return 0;
}

/** @returns the exit code */
async function check(): Promise<number> {
  process.stdout.on('error', endUnread);
  const { checkAll } = await import('./check/check.ts');
  return (await checkAll((line) => process.stdout.write(`${line}\n`))) ? 0 : 1;
}

/** Nobody reads on, as behind `| head -1`, or nothing takes what is found: whoever asked has not found out. */
function endUnread(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EPIPE') process.stderr.write(`${formatFault(error)}\n`);
  process.exit(1);
}

/**
 * Where what V8 compiles is kept for the next start, which takes half the time then; null: nowhere. In the user's own cache,
 * not in the temporary folder that all write to: whoever writes there says what runs. What cannot be read or written there
 * (another's files, a full disk), Node does without. NODE_COMPILE_CACHE names another folder,
 * NODE_DISABLE_COMPILE_CACHE=1 does without.
 */
function compileCache(): string | null {
  try {
    const home = homedir();
    if (!isAbsolute(home)) return null; // HOME is empty: the working folder may be anybody's
    const folder = join(home, '.cache');
    const ours = join(folder, 'crier');
    // One by one: Node's way to make several at once never ends on a file system such as /proc.
    for (const path of [folder, ours]) if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    const { uid, mode } = statSync(ours);
    const isOthers = process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0);
    return isOthers ? null : ours;
  } catch {
    return null; // no home, or nothing may be written there
  }
}
