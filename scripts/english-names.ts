/**
 * Writes `src/market/item/english-names.ts` anew, when the game has new items: `node scripts/english-names.ts`. The names come from
 * minecraft-data (MIT), which is fetched into a temporary folder. A name that several types share tells less than the type: those
 * are left out.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readableType } from '../src/market/item/item-name.ts';

const PACKAGE = 'minecraft-data@3.117.0';
const GAME = '26.1';
const TABLE = new URL('../src/market/item/english-names.ts', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'english-names-'));
execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE], {
  stdio: 'ignore',
});
const file = join(folder, 'node_modules/minecraft-data/minecraft-data/data/pc', GAME, 'items.json');
const items: readonly { name: string; displayName: string }[] = JSON.parse(readFileSync(file, 'utf8'));
rmSync(folder, { recursive: true });

const times = new Map<string, number>();
for (const { displayName } of items) times.set(displayName, (times.get(displayName) ?? 0) + 1);
const lines = items
  .map(({ name, displayName }) => ({ type: name.toUpperCase(), name: displayName }))
  .filter(({ type, name }) => times.get(name) === 1 && name !== readableType(type))
  .sort((a, b) => (a.type < b.type ? -1 : 1))
  .map(({ type, name }) => `  [${quoted(type)}, ${quoted(name)}],`);
writeFileSync(
  TABLE,
  `/** What the game calls the types whose letters read otherwise; of ${PACKAGE} (MIT), game ${GAME}: scripts/english-names.ts. */
export const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map([\n${lines.join('\n')}\n]);\n`,
);

function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
