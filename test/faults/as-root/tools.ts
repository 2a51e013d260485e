import { existsSync } from 'node:fs';
import process from 'node:process';

/** What the tests of this folder run beside Crier, by the Debian package that has it. */
const TOOLS: Readonly<Record<string, string>> = {
  'nginx-light': '/usr/sbin/nginx',
  strace: '/usr/bin/strace',
  iproute2: '/usr/sbin/ip',
};

/** The packages that are not installed. */
export const missingTools = (): string[] =>
  Object.entries(TOOLS).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));

/** Whether this machine can run them. */
export const canRun = (): boolean => process.getuid?.() === 0 && missingTools().length === 0;

/** What to say where it cannot. */
export const NEEDED = `as root, on Debian, with ${Object.keys(TOOLS).join(', ')} (apt-get install): else these tests are skipped`;
