import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';

const MOUNT = `mount --bind "$1/hosts" /etc/hosts && mount --bind "$1/resolv.conf" /etc/resolv.conf &&
  mount --bind "$1/nsswitch.conf" /etc/nsswitch.conf && shift && exec "$@"`;

/**
 * Replaces the machine's name resolution for one process.
 * @param server the name server for unlisted names, or null if they do not exist
 */
export function openNames(hosts: string, server: string | null) {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder, name);
  writeFileSync(file('hosts'), hosts);
  writeFileSync(file('resolv.conf'), server === null ? '' : `nameserver ${server}\noptions timeout:1 attempts:1\n`);
  writeFileSync(file('nsswitch.conf'), `hosts: files${server === null ? '' : ' dns'}\n`);
  return {
    /** The command prefix that applies it. */
    within: ['unshare', '--mount', 'sh', '-c', MOUNT, 'sh', folder] as const,
    /** Adds a line to the hosts file. */
    add: (line: string) => appendFileSync(file('hosts'), `${line}\n`),
  };
}
