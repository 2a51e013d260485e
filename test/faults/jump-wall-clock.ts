import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Preloaded into the bot. On SIGUSR2 its wall clock moves ahead by the ms in the file `WALL_CLOCK_AHEAD`. */
const file = process.env.WALL_CLOCK_AHEAD ?? '';
const MachineDate = Date;
let aheadMs = 0;

process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(file, 'utf8'));
});

globalThis.Date = class extends MachineDate {
  constructor(...time: [] | [number]) {
    super(...((time.length === 0 ? [MachineDate.now() + aheadMs] : time) as [number]));
  }

  static override now(): number {
    return MachineDate.now() + aheadMs;
  }
} as DateConstructor;
