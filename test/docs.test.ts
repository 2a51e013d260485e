import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type APIApplicationCommandOption, ApplicationCommandOptionType } from 'discord.js';
import { expect, test } from 'vitest';
import { commands } from '../commands/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { FAULT_TITLES } from '../scripts/fault-titles.ts';
import { faultTests } from '../scripts/faults-table.ts';
import { generatedFiles } from '../scripts/generated-files.ts';
import { listSettings } from '../src/config.ts';
import { CATALOGUES } from '../src/language/languages.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: ROOT })];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test.each(generatedFiles().map(({ path, text }) => [relative(ROOT, path), text]))(
  'npm run docs leaves %s unchanged',
  (path, text) => {
    expect(read(path)).toBe(text);
  },
);

test('every package script is explained in CONTRIBUTING, the README or a page of docs', () => {
  const pages = ['CONTRIBUTING.md', ...PAGES].map(read).join('\n');
  const isExplained = (name: string) => new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(pages);
  expect(Object.keys(manifest.scripts).filter((name) => !isExplained(name))).toEqual([]);
});

test('each fault has a title, and a test with its number and a “Stands on” line', () => {
  const shown = [...faultTests()];
  expect(shown.map(([number]) => number)).toEqual([...FAULT_TITLES.keys()]);
  expect([...FAULT_TITLES.keys()].slice(0, 82)).toEqual(Array.from({ length: 82 }, (_, index) => index + 1));
  expect(shown.filter(([, tests]) => tests.length === 0).map(([number]) => number)).toEqual([]);
  const silent = shown.flatMap(([, tests]) => tests.filter(({ standsOn }) => standsOn === null));
  expect(new Set(silent.map(({ file }) => file))).toEqual(new Set());
});

const ENGINEERS_PAGES = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...globSync('docs/{architecture,adr}/*.md', { cwd: ROOT }),
];

test.each(ENGINEERS_PAGES)('%s refers to existing files only', (page) => {
  const files = globSync('{src,commands,sandbox,test,bench,scripts,docs,ops,stubs}/**/*', { cwd: ROOT });
  const paths = files.map((path) => `/${path.replaceAll('\\', '/')}`);
  const text = read(page);
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[\w-]+\.(?:ts|json))`/g)].map(([, name = '']) => name);
  const isThere = (name: string) => existsSync(join(ROOT, name)) || paths.some((path) => path.endsWith(`/${name}`));
  // Written by commands that the page describes, and packages.
  const others = ['artifacts/', 'artifacts/pictures', ...Object.keys(manifest.dependencies)];
  expect(named.filter((name) => !others.includes(name) && !isThere(name.replace(/\/$/, '')))).toEqual([]);
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
});

test.each(PAGES)('%s refers to existing files, scripts, settings and commands only', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  const local = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(local.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  const files = [...text.matchAll(/\b(?:src|ops|scripts|bench|test|commands|sandbox|stubs)\/[\w./-]+\.\w+/g)].map(
    ([file]) => file,
  );
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const settings = listSettings().map(({ name }) => name);
  const elsewhere = /^(?:MALLOC_MMAP_THRESHOLD_|NODE_\w+|EBADENGINE|CRIER_\w+)$/;
  const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+_?)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !settings.includes(name) && !elsewhere.test(name))).toEqual([]);
  const typed = [...text.matchAll(/`\/([a-z-]+)(?: [^`]*)?`/g)].map(([, name = '']) => name);
  const known: readonly string[] = [
    ...commands.map(({ definition: { name } }) => name),
    ...['livez', 'readyz', 'metrics'],
  ];
  expect(typed.filter((name) => !known.includes(name))).toEqual([]);
});

test('docs/troubleshooting.md quotes only messages of Crier', () => {
  const code = globSync('{src,commands}/**/*.ts', { cwd: ROOT }).concat('scripts/needs-node.cjs').map(read).join('\n');
  const messages = code.replace(/['`]\s*\+\s*['`]/g, '').replace(/\s+/g, ' ');
  const symptoms = [...read('docs/troubleshooting.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, symptom = '']) => symptom);
  const quotes = symptoms.flatMap((symptom) => [...symptom.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote));
  expect(quotes.length).toBeGreaterThan(30);
  const parts = quotes.flatMap((quote) => quote.split('…')).map((part) => part.replace(/:? *$/, '').trim());
  expect(parts.filter((part) => !messages.includes(part))).toEqual([]);
});

type Part = Pick<APIApplicationCommandOption, 'name' | 'type'> & {
  readonly options?: readonly Part[];
  readonly choices?: readonly { readonly name: string }[];
};

const COMMANDS: readonly Part[] = JSON.parse(JSON.stringify(commands.map(({ definition }) => definition)));
const USER_PAGES = ['docs/using.md', 'docs/moderating.md'];
const isSubcommand = ({ type }: Part) => type === ApplicationCommandOptionType.Subcommand;
const partsBelow = ({ options = [] }: Part): readonly Part[] => options.flatMap((part) => [part, ...partsBelow(part)]);
const EVERY_PART = COMMANDS.flatMap(partsBelow);
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner.replace(/\s+/g, ' '));

/** Finds errors in a line such as `/watch add item: Beacon every: 30`, checked against the registered command. */
function faultsIn(line: string): readonly string[] {
  const [name = '', second = ''] = line.slice(1).split(' ');
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) return [`${line}: no command /${name}`];
  const subcommands = (command.options ?? []).filter(isSubcommand);
  const subcommand = subcommands.find((one) => one.name === second);
  if (subcommands.length > 0 && second !== '' && subcommand === undefined) return [`${line}: no ${second} in /${name}`];
  const options = (subcommand ?? command).options ?? [];
  return [...line.matchAll(/([a-z][a-z-]*): (.+?)(?= [a-z][a-z-]*: |$)/g)].flatMap(([, option = '', value = '']) => {
    const known = options.find((one) => one.name === option);
    if (known === undefined) return [`${line}: no option ${option}`];
    const { choices = [] } = known;
    return choices.length === 0 || choices.some((one) => one.name === value) ? [] : [`${line}: no choice ${value}`];
  });
}

test.each([
  '/wach list',
  '/watch lists',
  '/watch add every: 30',
  '/feed add kind: auctions',
  '/feed add kind: Auctions min-valu: 3',
])('a line with an unregistered part is found: %s', (line) => {
  expect(faultsIn(line)).toHaveLength(1);
});

test.each(USER_PAGES)('%s mentions only registered commands, options and choices', (page) => {
  const tokens = quoted(read(page));
  expect(tokens.filter((token) => /^\/[a-z]/.test(token)).flatMap(faultsIn)).toEqual([]);
  // Next to a command, options and subcommands are quoted separately: `every: 30`, `remove`.
  const alone = tokens.flatMap((token) => /^([a-z][a-z-]*)(?:: .+)?$/.exec(token)?.[1] ?? []);
  const names = new Set(EVERY_PART.map(({ name }) => name));
  expect(alone.filter((name) => !names.has(name) && !TYPED_NAMES.includes(name))).toEqual([]);
});

/** Examples of an item as a player types it. */
const TYPED_NAMES = ['slimeblock'];

test('the table of the README has each command', () => {
  const table = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const rows = [...table.matchAll(/^\| `\/([a-z-]+)` \|/gm)].map(([, name]) => String(name));
  expect(rows.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

test('each command is mentioned in a page for users', () => {
  const typed = USER_PAGES.flatMap((page) => quoted(read(page))).join('\n');
  const missing = COMMANDS.filter(({ name }) => !new RegExp(`^/${name}\\b(?!-)`, 'm').test(typed));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test.each(Object.entries(CATALOGUES))('/help mentions only registered commands and options: %s', (_, texts) => {
  const faults = Object.entries(texts).flatMap(([key, text]) => {
    const mentioned = [...text.matchAll(/<(\/[a-z][a-z -]*)>/g)].map(([, line = '']) => line);
    if (!key.startsWith('help.')) return mentioned.flatMap(faultsIn);
    const named = COMMANDS.filter(({ name }) => mentioned.some((line) => line.split(' ')[0] === `/${name}`));
    const options = new Set(named.flatMap(partsBelow).map(({ name }) => name));
    const alone = quoted(text).flatMap((token) => /^([a-z][a-z-]*)(?:: .+)?$/.exec(token)?.[1] ?? []);
    return [
      ...mentioned.flatMap(faultsIn),
      ...alone.filter((name) => !options.has(name)).map((name) => `${key}: ${name}`),
    ];
  });
  expect(faults).toEqual([]);
});
