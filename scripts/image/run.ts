import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openWorld, textOf, type World } from '../../test/journeys/world/world.ts';
import { freePort } from '../../test/monitor/free-port.ts';
import { findBinaries, makeCluster } from '../../test/storage/postgres/cluster.ts';
import type { Image } from './build.ts';
import type { Checklist } from './checklist.ts';
import { Container, listRoot, type Volumes } from './container.ts';
import { isReady } from './ready.ts';

const ALERT_TIMEOUT_MS = 20_000;
const DATA = '/app/data';

/** Runs the image against the local Discord and service, and checks the operator's tasks. */
export async function checkRunning(image: Image, folder: string, list: Checklist): Promise<void> {
  const world = await openWorld();
  const { STORE_URL: _, ...given } = world.environment();
  const environment = { HOME: '/home/node', ...image.environment, ...given, HTTP_PORT: String(await freePort()) };
  // A new volume begins with the image's content at its path.
  const volume = join(folder, 'volume');
  execFileSync('cp', ['-a', join(image.root, DATA), volume]);
  const start = (command: readonly string[], more: Volumes = {}) =>
    new Container({ ...image, environment }, command, { [DATA]: volume, ...more });
  const once = async (command: readonly string[], more: Volumes = {}) => {
    const container = start(command, more);
    return { code: await container.exited, output: container.output() };
  };
  const says = ({ code, output }: { code: number | null; output: string }) => `ended with ${code}\n${output}`;
  const before = listRoot(image.root);
  try {
    const bot = start(image.command);
    const ready = await isReady(world, bot);
    list.check('logs in and registers its commands, on a root that it may only read', ready, bot.output());
    if (!ready) return;
    const health = await bot.execute(image.healthCheck);
    list.check('its HEALTHCHECK ends with 0', health.code === 0, says(health));
    list.check('an alert arrives in a channel with a feed', await alertArrives(world), bot.output());
    const check = await bot.execute(['node', 'src/main.ts', '--check']);
    list.check('exec crier node src/main.ts --check: all is well', check.code === 0, says(check));
    const backup = await bot.execute(['node', 'src/backup/main.ts', 'backup']);
    const [kept] = backup.code === 0 ? readdirSync(join(volume, 'backups')) : [];
    list.check('exec crier node src/backup/main.ts backup, while it runs', kept !== undefined, says(backup));
    const first = Date.now();
    const code = await bot.stop('SIGTERM');
    list.check(`SIGTERM ends process 1 with 0, after ${Date.now() - first} ms`, code === 0, bot.output());

    const unhealthy = await once(image.healthCheck);
    list.check('its HEALTHCHECK ends with 1 while nothing listens', unhealthy.code === 1, says(unhealthy));
    const brought = await once(['sh', '-c', `tar -c -C data/backups ${kept} | tar -x -C data`]);
    list.check('run --rm crier tar -x -C data: unpacks a backup into the volume', brought.code === 0, says(brought));
    const restored = await once(['node', 'src/backup/main.ts', 'restore', `data/${kept}`]);
    list.check('run --rm crier node src/backup/main.ts restore data/…', restored.code === 0, says(restored));
    const again = start(image.command);
    list.check('starts again on the restored store', await isReady(world, again), again.output());
    list.check('SIGINT ends it with 0', (await again.stop('SIGINT')) === 0, again.output());
    await checkMove(once, list);
    const after = listRoot(image.root);
    list.check(`nothing was written but ${readdirSync(volume).join(', ')} in the volume`, before === after, after);
  } finally {
    await world.close();
  }
}

async function alertArrives(world: World): Promise<boolean> {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1_001 });
  const says = (message: Parameters<typeof textOf>[0]) => textOf(message).includes('1,001');
  return world.discord.findMessage(world.channel('market'), says, { timeoutMs: ALERT_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

type Run = (command: readonly string[], volumes?: Volumes) => Promise<{ code: number | null; output: string }>;

/** Moves the volume's files into a PostgreSQL. Its socket replaces a network of the containers. */
async function checkMove(once: Run, list: Checklist): Promise<void> {
  const binaries = findBinaries();
  if (binaries === null) return list.skipped('node src/move/main.ts: PostgreSQL is not installed');
  const cluster = await makeCluster(binaries);
  chmodSync(cluster.folder, 0o711); // the image's user enters it
  try {
    const to = 'postgres://crier@localhost/postgres?host=/home/node';
    const command = ['node', 'src/move/main.ts', 'sqlite://data/crier.sqlite', to];
    const moved = await once(command, { '/home/node': cluster.folder });
    list.check('run --rm crier node src/move/main.ts sqlite://… postgres://…', moved.code === 0, moved.output);
  } finally {
    await cluster.remove();
  }
}
