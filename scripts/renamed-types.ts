/**
 * Writes `src/market/item/renamed-types.ts` again, when the game has a new version: `node scripts/renamed-types.ts`. It compares
 * the item types of all versions since 1.13 in minecraft-data (MIT), which is fetched into a temporary folder. A type that a
 * version lacks has another name there. The data do not say which one, so `SUCCESSORS` does. The script throws where a type
 * has no successor, where the newest version lacks the successor, and where it has the former name for something else.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'minecraft-data@3.117.0';
const TABLE = new URL('../src/market/item/renamed-types.ts', import.meta.url);
/** Before 1.13, one type had several meanings by its number. */
const VERSION = /^(?:1\.(?:1[3-9]|[2-9]\d)|[2-9]\d)(?:\.\d+)*$/;

const SUCCESSORS: Readonly<Record<string, string>> = {
  sign: 'oak_sign',
  rose_red: 'red_dye',
  cactus_green: 'green_dye',
  dandelion_yellow: 'yellow_dye',
  zombie_pigman_spawn_egg: 'zombified_piglin_spawn_egg',
  grass_path: 'dirt_path',
  pottery_shard_archer: 'archer_pottery_sherd',
  pottery_shard_arms_up: 'arms_up_pottery_sherd',
  pottery_shard_prize: 'prize_pottery_sherd',
  pottery_shard_skull: 'skull_pottery_sherd',
  grass: 'short_grass',
  scute: 'turtle_scute',
  chain: 'iron_chain',
};

const folder = mkdtempSync(join(tmpdir(), 'renamed-types-'));
execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE], {
  stdio: 'ignore',
});
const data = join(folder, 'node_modules/minecraft-data/minecraft-data/data');
const paths: { readonly pc: Readonly<Record<string, { readonly items?: string }>> } = JSON.parse(
  readFileSync(join(data, 'dataPaths.json'), 'utf8'),
);
const versions = Object.entries(paths.pc)
  .flatMap(([version, { items }]) => (VERSION.test(version) && items !== undefined ? [{ version, items }] : []))
  .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))
  .map(({ version, items }) => ({ version, types: typesIn(join(data, items, 'items.json')) }));
rmSync(folder, { recursive: true });

const newest = versions.at(-1);
if (newest === undefined) throw new Error(`${PACKAGE} has no version of the game`);
const lines: string[] = [];
for (const [at, { version, types }] of versions.entries()) {
  for (const type of versions[at - 1]?.types ?? []) if (!types.has(type)) lines.push(lineOf(type, version));
}
writeFileSync(
  TABLE,
  `/**
 * Item types that the game has renamed since 1.13, by their former name, with the version that did; of ${PACKAGE} (MIT),
 * up to game ${newest.version}: scripts/renamed-types.ts.
 */
export const RENAMED_TYPES: ReadonlyMap<string, string> = new Map([\n${lines.join('\n')}\n]);\n`,
);

function typesIn(file: string): ReadonlySet<string> {
  const items: readonly { readonly name: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(items.map(({ name }) => name));
}

function lineOf(former: string, version: string): string {
  const now = SUCCESSORS[former];
  if (now === undefined) throw new Error(`Game ${version} lacks ${former}: add the type that took its place`);
  if (!newest?.types.has(now)) throw new Error(`Game ${newest?.version} lacks ${now}, the successor of ${former}`);
  if (newest.types.has(former)) throw new Error(`Game ${newest.version} has another ${former}: it is no former name`);
  return `  ['${former.toUpperCase()}', '${now.toUpperCase()}'], // ${version}`;
}
