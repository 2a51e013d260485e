import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second here, whatever the machine. */
const TICK_MS = 10;

/** CPU of all threads of another process so far, ms; null: this system does not tell. */
export function cpuMsOfProcess(pid: number): number | null {
  try {
    // The second field, a name in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s/s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null; // no Linux, or the process is gone
  }
}
