import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Preloaded into the bot. Its wall clock is ahead by the ms in the file `WALL_CLOCK_AHEAD`, which it reads at its start
 * and on SIGUSR2.
 */
const file = process.env.WALL_CLOCK_AHEAD ?? '';
const MachineDate = Date;
const readAheadMs = () => Number(existsSync(file) ? readFileSync(file, 'utf8') : 0);
let aheadMs = readAheadMs();

process.on('SIGUSR2', () => {
  aheadMs = readAheadMs();
});

globalThis.Date = class extends MachineDate {
  constructor(...time: [] | [number]) {
    super(...((time.length === 0 ? [MachineDate.now() + aheadMs] : time) as [number]));
  }

  static override now(): number {
    return MachineDate.now() + aheadMs;
  }
} as DateConstructor;
