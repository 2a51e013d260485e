import { execFileSync } from 'node:child_process';
import type { BotProcess } from '../../sandbox/bot.ts';

/** Fails the disk for a process (EFBIG is an I/O error to SQLite): none of its files may grow over so many bytes. */
export function limitFiles({ process: { pid } }: BotProcess, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}
