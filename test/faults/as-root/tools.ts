import { spawnSync } from 'node:child_process';
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

/** What a container may forbid root: a network and processes of its own, and to look into another process. */
const RIGHTS = [
  `unshare --net --mount --pid --fork --mount-proc sh -ec 'ip link add near type veth peer name far; echo 1 > /proc/sys/net/ipv4/ip_forward'`,
  'strace -o /dev/null true',
];

const mayDo = (command: string): boolean => spawnSync('sh', ['-c', command]).status === 0;

/** Whether this machine can run them. */
export const canRun = (): boolean => process.getuid?.() === 0 && missingTools().length === 0 && RIGHTS.every(mayDo);

/** What to say where it cannot. */
export const NEEDED = `as root, on Debian, with ${Object.keys(TOOLS).join(', ')} (apt-get install), where unshare and strace are allowed: else these tests are skipped, and fail in CI`;
