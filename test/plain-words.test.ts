import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasArchaism, hasBareOpening, type Passage, readCheckout, readProse } from '../scripts/prose.ts';

const { passages, longLines } = readCheckout(join(import.meta.dirname, '..'));
const place = ({ path, line, text }: Passage) => `${path}:${line} ${text.slice(0, 80)}`;

test.each(['comment', 'title', 'message', 'page'] as const)('no sentence of a %s opens with a bare pronoun', (kind) => {
  const own = passages.filter((passage) => passage.kind === kind);
  expect(own.length).toBeGreaterThan(1_000);
  expect(own.filter(hasBareOpening).map(place)).toEqual([]);
});

test('prose uses no archaism', () => {
  expect(passages.filter(hasArchaism).map(place)).toEqual([]);
});

test('code and prose keep to 120 columns', () => {
  expect(longLines).toEqual([]);
});

test.each([
  ['a block comment', '/** Counts. What is left\n * waits. */\nexport const a = 1;'],
  ['a line comment', '// First.\n// Whoever asks waits.\nexport const a = 1;'],
  ['a docstring’s tag', '/** @returns what is left */\nexport const a = 1;'],
  ['a test title', "test('who asks is answered', () => {});"],
  ['a fault’s title', `test('fault ${12}: what is late is dropped', () => {});`],
  ['a title of a table', "test.each([1])('which %s is taken', () => {});"],
  ['a log line', "log.info({}, 'That the token is refused is kept');"],
  ['a comment of SQL', `const sql = \`\n${'-'.repeat(2)} Whose lease it is\nSELECT 1\`;`],
])('an opening is found in %s', (_, code) => {
  expect(readProse('src/example.ts', () => code).passages.filter(hasBareOpening)).toHaveLength(1);
});

test.each([
  ['a heading', '## What does not go'],
  ['a cell', '| Setting | Of use |\n|---|---|'],
  ['an item', '- **Which** one is it?'],
  ['a later sentence', 'Crier stops. That is all.'],
])('an opening is found in %s of a page', (_, text) => {
  expect(readProse('docs/example.md', () => text).passages.filter(hasBareOpening)).toHaveLength(1);
});

test('strings, patterns and code blocks are no prose', () => {
  const long = `const pattern = '${'x'.repeat(120)}';`;
  expect(readProse('test/example.ts', () => long)).toEqual({ passages: [], longLines: [] });
  expect(readProse('docs/example.md', () => `\`\`\`\nwhat ${'x'.repeat(120)}\n\`\`\``)).toEqual({
    passages: [],
    longLines: [],
  });
});

test.each([
  ['a comment', `// ${'word '.repeat(30)}\nexport const a = 1;`],
  ['a test title', `test('${'word '.repeat(30)}', () => {});`],
])('%s over 120 columns is found', (_, code) => {
  expect(readProse('test/example.ts', () => code).longLines).toEqual(['test/example.ts:1']);
});
