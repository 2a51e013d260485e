/** What a terminal's one Ctrl-C can come twice in: npm hands it on. */
const SAME_SIGNAL_MS = 300;

/**
 * The process alone: its signals and how it ends. The rest is imported when the signals are listened to already: loading
 * takes seconds on a busy machine, and PID 1 of a container ignores a signal that nobody listens to.
 */
const stop = new AbortController();
let isLoaded = false;
let firstAt = 0;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Everything that matters is committed as it happens: a second signal may end the process at once.
    const isSecond = stop.signal.aborted && performance.now() - firstAt > SAME_SIGNAL_MS;
    if (isSecond || !isLoaded) process.exit(0);
    if (stop.signal.aborted) return;
    firstAt = performance.now();
    stop.abort();
  });
}

const { sayFault, start } = await import('./crier.ts');
isLoaded = true;
try {
  await start(stop);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${sayFault(error)}\n`);
  process.exit(1);
}
