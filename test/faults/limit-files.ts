import { execFileSync } from 'node:child_process';
import type { BotProcess } from '../../sandbox/bot.ts';

/** Limits the size of a process's files, so that its disk fails (SQLite reads EFBIG as an I/O error). */
export function limitFiles({ process: { pid } }: BotProcess, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}
