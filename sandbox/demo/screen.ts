import { paint } from './terminal.ts';

let hasStatus = false;

/** Prints above the status line. */
export function say(text: string): void {
  clearStatus();
  process.stdout.write(`${text}\n`);
}

/** Shows a status line, on a terminal only. */
export function showStatus(parts: readonly string[]): void {
  if (!process.stdout.isTTY) return;
  process.stdout.write(`\r\x1b[K${paint('dim', parts.join(' · '))}`);
  hasStatus = true;
}

export function clearStatus(): void {
  if (hasStatus) process.stdout.write('\r\x1b[K');
  hasStatus = false;
}
