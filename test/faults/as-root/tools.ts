import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** The tools that these tests need, by their Debian package. */
const TOOLS: Readonly<Record<string, string>> = {
  'nginx-light': '/usr/sbin/nginx',
  strace: '/usr/bin/strace',
  iproute2: '/usr/sbin/ip',
};

export const missingTools = (): string[] =>
  Object.entries(TOOLS).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));

/** Rights that a container may deny root: its own network and processes, and tracing of other processes. */
const RIGHTS = [
  `unshare --net --mount --pid --fork --mount-proc sh -ec 'ip link add near type veth peer name far; echo 1 > /proc/sys/net/ipv4/ip_forward'`,
  'strace -o /dev/null true',
];

const mayDo = (command: string): boolean => spawnSync('sh', ['-c', command]).status === 0;

export const canRun = (): boolean => process.getuid?.() === 0 && missingTools().length === 0 && RIGHTS.every(mayDo);

/** The message for a machine that cannot run them. */
export const NEEDED = `as root, on Debian, with ${Object.keys(TOOLS).join(', ')} (apt-get install), where unshare and strace are allowed: else these tests are skipped, and fail in CI`;
