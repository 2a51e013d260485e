import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FAULT_TITLES } from './fault-titles.ts';

const ROOT = join(import.meta.dirname, '..');

/** A test that shows a fault. */
interface FaultTest {
  /** Its file, relative to the root. */
  readonly file: string;
  /** Its title without the numbers. */
  readonly title: string;
  /** The real parts in the test, from its file's docstring, or null if the docstring does not say. */
  readonly standsOn: string | null;
}

/** A test title that begins with numbers of faults: `fault 12: …`, `faults 3, 4: …`. */
const NUMBERED = /(['"`])faults? (\d+(?:, \d+)*): (.*?)\1[,\]]/g;

/** The sentence in a test file's docstring about its real parts, on one line or several. */
const STANDS_ON = /Stands on: ((?:.|\n)*?)\.\s*(?:\n \*\s*\n|\*\/|\n \* @)/;

/**
 * Placeholders that vitest fills in for each case of a table, such as `%s` or `$unit`. Those in brackets are left out.
 */
const CASE = /%[sij]|\$[a-z]\w*/g;
const CASES = / \([^()]*%[sij][^()]*\)/g;

function faultTestsIn(file: string): [number, FaultTest][] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const standsOn = STANDS_ON.exec(text)?.[1]?.replaceAll(/\s*\n \*\s*/g, ' ') ?? null;
  return [...text.matchAll(NUMBERED)].flatMap(([, , numbers = '', name = '']) => {
    const title = name.replaceAll(CASES, '').replaceAll(CASE, '…');
    return numbers.split(', ').map((number): [number, FaultTest] => [Number(number), { file, title, standsOn }]);
  });
}

/** Returns each fault's tests by number. Numbers of no fault are kept, so that a test finds them. */
export function faultTests(): Map<number, FaultTest[]> {
  const shown = new Map<number, FaultTest[]>([...FAULT_TITLES.keys()].map((number) => [number, []]));
  for (const [number, test] of globSync('test/**/*.{test,contract}.ts', { cwd: ROOT }).sort().flatMap(faultTestsIn))
    shown.set(number, [...(shown.get(number) ?? []), test]);
  return shown;
}

/** Returns `docs/faults.md`: each fault, the tests that show it, and the real parts in them. */
export function faultsTable(): string {
  const rows = [...faultTests()].map(([number, tests]) => {
    const files = [...Map.groupBy(tests, ({ file }) => file)].map(([file, [first, ...others]]) => {
      const title = [first, ...others].map((test) => cell(test?.title ?? '')).join(' · ');
      const name = basename(file).replace(/\.(?:test|contract)\.ts$/, '');
      return `[${name}](../${file}): ${title} *(${cell(first?.standsOn ?? '')})*`;
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
