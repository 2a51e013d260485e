import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FAULT_TITLES } from './fault-titles.ts';

const ROOT = join(import.meta.dirname, '..');

/** A test that shows a fault. */
interface Shown {
  /** Its file, from the root. */
  readonly file: string;
  /** What it says, without the numbers. */
  readonly says: string;
  /** What is real in it, as its file's docstring says; null: it does not say. */
  readonly standsOn: string | null;
}

/** The start of a test's name that carries numbers of faults: `fault 12: …`, `faults 3, 4: …`. */
const NUMBERED = /(['"`])faults? (\d+(?:, \d+)*): (.*?)\1[,\]]/g;

/** What a test file's docstring says it stands on, on one line or several. */
const STANDS_ON = /Stands on: ((?:.|\n)*?)\.\s*(?:\n \*\s*\n|\*\/|\n \* @)/;

/**
 * Placeholders that vitest fills in for each case of a table, such as `%s` or `$unit`. Placeholders in brackets are
 * left out.
 */
const CASE = /%[sij]|\$[a-z]\w*/g;
const CASES = / \([^()]*%[sij][^()]*\)/g;

function shownIn(file: string): [number, Shown][] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const standsOn = STANDS_ON.exec(text)?.[1]?.replaceAll(/\s*\n \*\s*/g, ' ') ?? null;
  return [...text.matchAll(NUMBERED)].flatMap(([, , numbers = '', name = '']) => {
    const says = name.replaceAll(CASES, '').replaceAll(CASE, '…');
    return numbers.split(', ').map((number): [number, Shown] => [Number(number), { file, says, standsOn }]);
  });
}

/** Each fault's tests, by its number. Numbers that no fault has are kept, so that a test finds them. */
export function faultsShown(): Map<number, Shown[]> {
  const shown = new Map<number, Shown[]>([...FAULT_TITLES.keys()].map((number) => [number, []]));
  for (const [number, test] of globSync('test/**/*.{test,contract}.ts', { cwd: ROOT }).sort().flatMap(shownIn))
    shown.set(number, [...(shown.get(number) ?? []), test]);
  return shown;
}

/** Returns `docs/faults.md`: each fault, the tests that show it, and what is real in them. */
export function faultsTable(): string {
  const rows = [...faultsShown()].map(([number, tests]) => {
    const files = [...Map.groupBy(tests, ({ file }) => file)].map(([file, [first, ...others]]) => {
      const says = [first, ...others].map((test) => cell(test?.says ?? '')).join(' · ');
      const name = basename(file).replace(/\.(?:test|contract)\.ts$/, '');
      return `[${name}](../${file}): ${says} *(${cell(first?.standsOn ?? '')})*`;
    });
    return `| ${number} | ${cell(FAULT_TITLES.get(number) ?? '')} | ${files.join('<br>')} |`;
  });
  return `${HEAD}${rows.join('\n')}\n`;
}

const HEAD = `# Faults, and the tests that show what happens then

Made by \`npm run docs\` from the titles of the tests; do not edit. Each line names a test file, the titles of its tests,
and the real parts in them. Files under \`test/faults/as-root\` run with \`npm run test:faults\`, as root on Debian, those
named \`.process\` with \`npm run test:processes\`, those named \`.postgres\` with \`npm run test:postgres\`, all
others with \`npm test\`.

| no. | fault | tests |
|---|---|---|
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/[[\]]/g, '\\$&').replaceAll('<', '&lt;');
