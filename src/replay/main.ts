import process from 'node:process';
import { OperatorFault } from '../faults/operator-fault.ts';
import { formatFault } from '../format-fault.ts';
import { Progress, terminalOnStderr } from '../log/terminal.ts';
import { systemClock } from '../time/clock.ts';
import { formatReplayReport } from './format-report.ts';
import { replay } from './replay.ts';

/** The entry point of `npm run replay`. */

const REPLAY_USAGE = 'Usage: npm run replay -- FOLDER, the folder of a recording (see docs/recording.md).';
const REPLAY_LOG_EVERY_MS = 5_000;
/** Control characters in recorded text would reach the terminal. */
const CONTROL = /[\p{Cc}\p{Cf}]/gu;

const replayProgress = new Progress({
  terminal: terminalOnStderr(),
  logLine: (line) => void process.stderr.write(`${line}\n`),
  logEveryMs: REPLAY_LOG_EVERY_MS,
  clock: systemClock,
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

try {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || more.length > 0) throw new OperatorFault(REPLAY_USAGE);
  const replayed = await replay(folder, systemClock, (lines) => replayProgress.show(`Replaying: ${lines} lines`));
  replayProgress.clear();
  for (const line of formatReplayReport(replayed)) process.stdout.write(`${line.replace(CONTROL, '?')}\n`);
} catch (error) {
  replayProgress.clear();
  process.stderr.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
}
