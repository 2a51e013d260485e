import { readFileSync } from 'node:fs';

/** Linux reports these times in hundredths of a second on every machine. */
const TICK_MS = 10;

/** CPU time of all threads of another process so far, ms; null where the system does not report it. */
export function cpuMsOfProcess(pid: number): number | null {
  try {
    // The second field, a name in brackets, may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s/s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null; // not Linux, or the process has ended
  }
}
