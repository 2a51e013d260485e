import { globSync, readFileSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { MAY_IMPORT } from './may-import.ts';

const root = new URL('..', import.meta.url).pathname;

/** Folders that take `now` as an argument, and neither wait nor log. */
const PURE = ['src/market', 'src/routing', 'src/discord/render'];
const TIME = /\b(?:Date\.now|new Date\(\)|setTimeout|setInterval|setImmediate|performance\b|console\b)|node:timers/;

const filesOf = (...folders: string[]) =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).map((path) => path.replaceAll('\\', '/'));
const sources = new Map(
  filesOf('src', 'commands', 'sandbox').map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** Imports of each file, types included: own files by path from the root, packages by name. */
const imports = new Map([...sources].map(([path, source]) => [path, importsOf(path, source)]));

function importsOf(path: string, source: string): string[] {
  const statements = source.matchAll(
    /^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'|\b(?:import|require)\(\s*'([^']+)'/gm,
  );
  return [...statements].map(([, from, called]) => {
    const target = from ?? called ?? '';
    if (target.startsWith('.')) return posix.join(posix.dirname(path), target);
    return target.split('/', target.startsWith('@') ? 2 : 1).join('/');
  });
}

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

function partOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT).find((part) => within(path, part));
}

function mayImport(path: string, target: string): boolean {
  const part = partOf(path);
  const allowed = part === undefined ? undefined : MAY_IMPORT[part];
  if (part === undefined || allowed === undefined) return false;
  if (isBuiltin(target) || allowed.packages.includes(target)) return true;
  return [part, ...allowed.ours].some((folder) => within(target, folder));
}

test('importsOf finds every form of import', () => {
  const source = `import a from './a.ts';\nimport {\n  b,\n  type C,\n} from '../b/b.ts';\nimport './side.ts';
export { d } from './d.ts';\nexport type * from '@scope/name/deep';\nconst e = await import('node:fs/promises');
import f from 'pkg/deep.js';`;
  const seen = ['src/x/a.ts', 'src/b/b.ts', 'src/x/side.ts', 'src/x/d.ts', '@scope/name', 'node:fs', 'pkg'];
  expect(importsOf('src/x/x.ts', source)).toEqual(seen);
});

test('every file belongs to a module', () => {
  expect(sources.size).toBeGreaterThan(100);
  expect([...sources.keys()].filter((path) => partOf(path) === undefined)).toEqual([]);
});

test('a module imports only the modules and packages that the table allows', () => {
  const breaches = [...imports].flatMap(([path, targets]) =>
    targets.filter((target) => !mayImport(path, target)).map((target) => `${path} -> ${target}`),
  );
  expect(breaches).toEqual([]);
});

test('the table in ARCHITECTURE.md equals the one of this test', () => {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const modules = page.slice(page.indexOf('\n## Modules'), page.indexOf('\n## Promises'));
  const cell = (entries: readonly string[]) => entries.map((entry) => entry.replace(/^src\//, '')).join(', ') || '–';
  const shown = [...modules.matchAll(/^\| `([^`]+)` \| .+ \| (.+) \| (.+) \|$/gm)].map((row) => row.slice(1));
  const held = Object.entries(MAY_IMPORT).map(([part, { ours, packages }]) => [
    cell([part]),
    cell(ours),
    cell(packages),
  ]);
  expect(shown.toSorted()).toEqual(held.toSorted());
});

test('no error is recognised by its name, except those thrown by an AbortSignal', () => {
  const byName = /\b(?:error|err|fault|cause|reason)\.name\s*[!=]==(?!\s*'(?:AbortError|TimeoutError)')/;
  const recognised = [...sources].filter(([, source]) => byName.test(source)).map(([path]) => path);
  expect(recognised).toEqual([]);
});

test('there are no import cycles', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

test('the PostgreSQL driver is loaded only if STORE_URL requires it', () => {
  const loaded = new Set<string>();
  const load = (path: string) => {
    const source = sources.get(path);
    if (loaded.has(path) || source === undefined) return void loaded.add(path);
    loaded.add(path);
    const withoutPostgres = stripTypeScriptTypes(source).replace(/\bimport\('[^']*postgres[^']*'\)/g, '');
    for (const target of importsOf(path, withoutPostgres)) load(target);
  };
  load('src/main.ts');
  expect(loaded).toContain('src/crier.ts');
  expect(loaded).toContain('discord.js');
  expect(loaded).not.toContain('pg');
});

test('ports contain types only', () => {
  const living = [...sources].filter(([path, source]) => {
    if (!within(path, 'src/ports')) return false;
    return /\w/.test(stripTypeScriptTypes(source).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));
  });
  expect(living.map(([path]) => path)).toEqual([]);
});

test('the pure folders use no clock, timer or log', () => {
  const impure = [...sources].filter(
    ([path, source]) => PURE.some((folder) => within(path, folder)) && TIME.test(source),
  );
  expect(impure.map(([path]) => path)).toEqual([]);
});

test('only the configuration reads the environment, except PATH and HOME in the sandbox', () => {
  const readers = [...sources].filter(([path, source]) => {
    if (path === 'src/config.ts') return false;
    const rest = within(path, 'sandbox') ? source.replace(/process\.env\.(?:PATH|HOME)\b/g, '') : source;
    return /process\.env|\benv\b.*'node:process'/.test(rest);
  });
  expect(readers.map(([path]) => path)).toEqual([]);
});

test('no file has more than 300 lines', () => {
  const long = filesOf('src', 'commands', 'sandbox', 'test', 'bench').filter(
    (path) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length > 300,
  );
  expect(long).toEqual([]);
});
