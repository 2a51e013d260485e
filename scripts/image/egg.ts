import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import egg from '../../ops/pterodactyl/egg-crier.json' with { type: 'json' };
import { openWorld } from '../../test/journeys/world/world.ts';
import { BASE_ENVIRONMENT, networkEnvironment, removeNpm } from './base.ts';
import type { Checklist } from './checklist.ts';
import { Container, runStep } from './container.ts';
import { isReady } from './ready.ts';

/** The user id under which Wings runs a server and owns its files. */
const WINGS_UID = '988';
const CHECKOUT = join(import.meta.dirname, '../..');

/**
 * Carries out Pterodactyl's steps with the egg: its install script as root, twice, then its start command as a user
 * without rights, in root file systems like those of the two images. It installs the committed state.
 * @param base a root of Debian bookworm with Node 24 and npm
 */
export async function checkEgg(base: string, folder: string, list: Checklist): Promise<void> {
  const root = join(folder, 'egg');
  const files = join(folder, 'server');
  mkdirSync(files);
  execFileSync('cp', ['-a', base, root]);
  mkdirSync(join(root, 'mnt/server'), { recursive: true });
  mkdirSync(join(root, 'home/container'), { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--bare', CHECKOUT, join(root, 'srv/crier')]);
  execFileSync('chown', ['-R', 'root:root', join(root, 'srv/crier')]);
  const branch = 'installed';
  execFileSync('git', ['-C', join(root, 'srv/crier'), 'branch', branch]);

  const { script, entrypoint } = egg.scripts.installation;
  writeFileSync(join(root, 'install.sh'), script);
  const environment = { HOME: '/root', ...BASE_ENVIRONMENT, ...networkEnvironment() };
  const install = (given: Readonly<Record<string, string>>) => {
    const setting = { root, user: 'root', folder: '/mnt/server', environment: { ...environment, ...given } };
    runStep(setting, [entrypoint, '/install.sh'], { '/mnt/server': files });
    execFileSync('chown', ['-R', `${WINGS_UID}:${WINGS_UID}`, files]);
  };
  const fails = (given: Readonly<Record<string, string>>, words: string): string => {
    try {
      install(given);
      return 'ended with 0';
    } catch (error) {
      return String(error).includes(words) ? '' : String(error);
    }
  };
  const given = { GIT_ADDRESS: 'file:///srv/crier', GIT_REF: branch };
  for (const time of ['installs', 'installs again, over files of the server’s own user']) {
    install(given);
    list.check(`Pterodactyl: the egg’s script ${time}`, true);
  }
  for (const [what, value] of Object.entries({ version: { GIT_REF: 'v9' }, address: { GIT_ADDRESS: 'file:///v9' } })) {
    const otherwise = fails({ ...given, ...value }, 'Crier is not installed: there is no version');
    list.check(`Pterodactyl: it fails if the ${what} does not exist`, otherwise === '', otherwise);
  }

  removeNpm(root);
  const world = await openWorld();
  const { STORE_URL: _, ...values } = world.environment();
  // The image's entry point expands the variables in the command, and runs it by `exec`.
  const startup = egg.startup.replaceAll(/\{\{(\w+)\}\}/g, '$$$1');
  const start = (given: Readonly<Record<string, string>>) => {
    const environment = { HOME: '/home/container', ...BASE_ENVIRONMENT, ...values, ...given };
    const setting = { root, user: WINGS_UID, folder: '/home/container', environment };
    return new Container(setting, ['bash', '-c', `exec env ${startup}`], { '/home/container': files });
  };
  try {
    const check = start({ CRIER_ARGS: '--check' });
    list.check(
      'Pterodactyl: with --check in “Only check” it checks and exits',
      (await check.exited) === 0,
      check.output(),
    );
    const server = start({ CRIER_ARGS: '' });
    const { done } = JSON.parse(egg.config.startup);
    list.check('Pterodactyl: the start command starts the bot', await isReady(world, server), server.output());
    list.check(`Pterodactyl: the console prints “${done}”`, await server.waitFor(done), server.output());
    list.check('Pterodactyl: Stop (^C) ends it with 0', (await server.stop('SIGINT')) === 0, server.output());
  } finally {
    await world.close();
  }
}
