import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { toldBids } from '../../test/journeys/world/told-bids.ts';
import { openWorld, type World } from '../../test/journeys/world/world.ts';
import { freePort } from '../../test/monitor/free-port.ts';
import { buildImage, environmentOf, type Image } from './build.ts';

/**
 * `npm run prove:image`: carries out the Dockerfile without an engine and starts what comes of it as an engine would: root may
 * only be read, a user without rights, its volume, the first process of its own. As root, on Debian, with debootstrap.
 */

const READY_MS = 60_000;
const PATIENCE_MS = 20_000;
const NOT_IN_IT = [
  ...['src/sandbox', 'test', 'bench', 'scripts', 'docs', '.git', '.env'].map((path) => `app/${path}`),
  // Some types come with discord.js.
  ...Object.keys(manifest.devDependencies)
    .filter((name) => !name.startsWith('@types/'))
    .map((name) => `app/node_modules/${name}`),
  ...['gcc', 'cc', 'make', 'python3'].map((name) => `usr/bin/${name}`),
];

if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap')) {
  process.stdout.write('prove:image needs root on Debian, and debootstrap (apt-get install): not done\n');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'crier-image-'));
const world = await openWorld();
const processes: ChildProcess[] = [];
try {
  const image = buildImage(folder, (step) => say(`  ${step}`));
  // A new volume begins as what the image has in its place.
  for (const volume of image.volumes) execFileSync('cp', ['-a', join(image.root, volume), join(folder, 'data')]);
  await prove(image, world);
  say('The image does what it should.');
} finally {
  for (const child of processes) child.kill('SIGKILL');
  await world.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function prove(
  image: Image,
  { discord, service, economy, channel, ask, mod, environment }: World,
): Promise<void> {
  const left = NOT_IN_IT.filter((path) => existsSync(join(image.root, path)));
  check('nothing of the sandbox, of tests or of development in it, no compiler', left.length === 0, left.join(', '));
  const [size] = execFileSync('du', ['-sm', join(image.root, 'app')], { encoding: 'utf8' }).split('\t');
  say(`✓ Crier in it takes ${size} MB`);
  check('its user has no rights', image.user === 'node');

  const { STORE_URL: _, ...given } = environment();
  const settings = { ...given, HTTP_PORT: String(await freePort()) };
  const beforehand = await run(image, settings, ['node', 'src/main.ts', '--check']);
  check('--check finds all well', beforehand.status === 0, beforehand.said);
  check('its health check fails while nothing runs', (await run(image, settings, image.healthCheck)).status === 1);

  const registered = discord.events.next('commands', () => true, READY_MS);
  const connected = service.nextConnection();
  const crier = start(image, settings, image.command);
  await Promise.race([
    Promise.all([registered, connected]),
    crier.ended.then(() => fail('it ended early', crier.said())),
  ]);
  check('it is logged in, on a root that it may only read', true);
  check('its health check passes', (await run(image, settings, image.healthCheck)).status === 0);
  await ask(mod, 'market', '/feed add', { kind: 'auctions' });
  const told = discord.nextMessage(channel('market'), () => true, { timeoutMs: PATIENCE_MS });
  economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 2_001 });
  await told;
  check('an alert arrives', toldBids(world).join() === '2,001');
  const backup = await run(image, settings, ['node', 'src/backup/main.ts', 'backup']);
  check('a backup is made beside it', backup.status === 0, backup.said);

  const began = performance.now();
  process.kill(firstOf(crier.child.pid), 'SIGTERM');
  const code = await crier.ended;
  check(
    'SIGTERM ends it, the first process, with 0 within five seconds',
    code === 0 && performance.now() - began < 5_000,
    crier.said(),
  );
  const [made = ''] = readdirSync(join(folder, 'data/backups'));
  const restored = await run(image, settings, ['node', 'src/backup/main.ts', 'restore', `data/backups/${made}`]);
  check('the backup is restored', restored.status === 0, restored.said);
}

/** The command in the image, as an engine runs it, in namespaces of mounts and processes of its own. */
function within(image: Image, settings: Readonly<Record<string, string>>, command: readonly string[]): string[] {
  const { root, environment, folder: at, user, volumes } = image;
  const id = execFileSync('/usr/sbin/chroot', [root, 'id', '-u', user], { encoding: 'utf8' }).trim();
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    ...volumes.map((volume) => `mount --bind ${join(folder, 'data')} ${join(root, volume)}`),
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
  ];
  const inside = [
    '/usr/sbin/chroot',
    `--userspec=${id}:${id}`,
    root,
    ...environmentOf({ ...environment, ...settings }, at),
  ];
  return ['--mount', '--pid', '--fork', 'sh', '-ec', `${mounts.join('; ')}; exec "$@"`, 'sh', ...inside, ...command];
}

async function run(image: Image, settings: Readonly<Record<string, string>>, command: readonly string[]) {
  const { ended, said } = start(image, settings, command);
  return { status: await ended, said: said() };
}

function start(image: Image, settings: Readonly<Record<string, string>>, command: readonly string[]) {
  const child = spawn('unshare', within(image, settings, command), { stdio: ['ignore', 'pipe', 'pipe'] });
  processes.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** The only child of `unshare`: the first process of the namespace. */
function firstOf(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

function check(what: string, holds: boolean, said = ''): void {
  if (!holds) fail(what, said);
  say(`✓ ${what}`);
}

function fail(what: string, said: string): never {
  throw new Error(`✗ ${what}\n${said}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
