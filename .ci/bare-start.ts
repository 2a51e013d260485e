import { spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import process from 'node:process';
import { openWorld } from '../test/journeys/world/world.ts';

/** Debian's nobody and nogroup. */
const NOBODY = 65_534;
const READY_MS = 60_000;

/**
 * Runs `npm start` in a folder as the user nobody, with the given PATH and home (for the store), against the local
 * Discord and service. Exits with 1 unless the bot registers its commands and ends with 0 on SIGTERM.
 */
const [tree, path, home] = process.argv.slice(2);
if (tree === undefined || path === undefined || home === undefined) throw new Error('give a folder, a PATH and a home');
chownSync(home, NOBODY, NOBODY);

const world = await openWorld();
const bot = spawn('npm', ['start', '--silent'], {
  cwd: tree,
  env: { ...world.environment(), PATH: path, HOME: home, STORE_URL: `sqlite://${home}/crier.sqlite` },
  uid: NOBODY,
  gid: NOBODY,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ended = new Promise<string>((resolve, reject) => {
  bot.once('error', reject);
  bot.once('exit', (code, signal) => resolve(code === null ? `signal ${signal}` : `exit code ${code}`));
});
const registered = world.discord.events.next('commands', () => true, READY_MS);
try {
  const early = await Promise.race([registered.then(() => null), ended]);
  if (early !== null) throw new Error(`the bot ended before it was ready: ${early}`);
  bot.kill('SIGTERM');
  const end = await ended;
  if (end !== 'exit code 0') throw new Error(`SIGTERM ended the bot with ${end}`);
} finally {
  bot.kill('SIGKILL');
  await world.close();
}
process.stdout.write(
  'Bare install: the bot was ready on a read-only checkout as an unprivileged user, and SIGTERM ended it with 0\n',
);
process.exit(0);
