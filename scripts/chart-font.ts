/**
 * Regenerates the fonts of `src/discord/chart/fonts` after a change of translations: `node scripts/chart-font.ts`. They
 * contain the letters of the charts' words and dates that Inter lacks, cut from Noto Sans, whose packages are
 * downloaded into a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInInter } from '../src/discord/chart/font.ts';
import { dateSamples } from './date-samples.ts';

const SOURCES = { ja: 'noto-sans-jp', ko: 'noto-sans-kr', 'zh-CN': 'noto-sans-sc' };
const VERSION = '0.4.3';
const FONTS = new URL('../src/discord/chart/fonts/', import.meta.url);
/** The folder of the translations; an argument may name another one. */
const texts =
  process.argv[2] === undefined
    ? new URL('../src/language/texts/', import.meta.url)
    : pathToFileURL(`${process.argv[2]}/`);

const folder = mkdtempSync(join(tmpdir(), 'chart-font-'));
const packages = Object.values(SOURCES).map((name) => `@expo-google-fonts/${name}@${VERSION}`);
execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 'subset-font@2.9.0', ...packages], {
  stdio: 'ignore',
});
const require = createRequire(join(folder, 'package.json'));
const subsetFont: (
  font: Buffer,
  letters: string,
  options: { targetFormat: 'sfnt' },
) => Promise<Buffer> = require('subset-font');

for (const [tag, name] of Object.entries(SOURCES)) {
  const family = name.replace('noto-sans-', '').toUpperCase();
  const source = require.resolve(`@expo-google-fonts/${name}/400Regular/NotoSans${family}_400Regular.ttf`);
  const letters = new Set([...chartTexts(tag), ...dateSamples(tag)].join(''));
  const lacking = [...letters].filter((letter) => !isInInter(letter)).sort();
  writeFileSync(
    new URL(`${tag}.ttf`, FONTS),
    await subsetFont(readFileSync(source), lacking.join(''), { targetFormat: 'sfnt' }),
  );
  copyFileSync(require.resolve(`@expo-google-fonts/${name}/LICENSE_FONT`), new URL('LICENSE', FONTS));
}

function chartTexts(tag: string): string[] {
  const file = new URL(`${tag}.json`, texts);
  if (!existsSync(file)) return [];
  const catalogue: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(catalogue).flatMap(([key, text]) => (key.startsWith('chart.') ? [text] : []));
}
