import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** Matches two lower-case words in sequence, or one capitalised word with a stop: a text for players. */
const SENTENCE = /\p{L}{2,}[,;:’]? \p{Ll}{2,}|^\p{Lu}\p{Ll}+[.!?]$/u;

/** Calls whose texts the operator reads, in the log or as an error. Those stay English. */
const OPERATOR_CALLS = /^(?:super|(?:parts\.|context\.|this\.#?)?log\.(?:debug|info|warn|error)|log)$/;
const ERRORS = /^(?:DOMException|Error|RangeError|TypeError|OperatorFault|[A-Z]\w+(?:Refused|Busy|Fault))$/;

/** Paths whose texts address the operator or the demo's visitor, are English by nature, or are no sentences. */
const ELSEWHERE = [
  // A reason that the journal stores.
  'src/routing/notice.ts',
  'src/language/',
  'sandbox/',
  ...['config', 'crier', 'format-fault', 'main', 'setting-schemas', 'start'].map((file) => `src/${file}.ts`),
  ...[
    'backup',
    'check',
    'composition',
    'delivery',
    'faults',
    'jobs',
    'log',
    'monitor',
    'move',
    'pipeline',
    'places',
    'proxy',
    'recorder',
    'replay',
    'service',
    'storage',
  ].map((folder) => `src/${folder}/`),
  // The connection to Discord, whose reasons are logged.
  'src/discord/alerts/messenger.ts',
  'src/discord/gateway/',
  'src/discord/interactions/dispatch.ts',
  'src/discord/interactions/repeat-answers.ts',
  'src/discord/rest/',
  'src/discord/greeting/greeter.ts',
  'src/discord/icons/',
  // Lists of the game's own names, and texts for the log.
  'src/market/',
  'src/subscriptions/',
  ...['draw-svg', 'draw-worker', 'panels', 'picture', 'series', 'svg'].map((file) => `src/discord/chart/${file}.ts`),
];

interface Spot {
  readonly start: number;
  readonly end: number;
}

/** Returns the texts in a source that read like sentences and are not for the operator. */
function sentencesOf(path: string, source: string): string[] {
  const spared: Spot[] = [];
  const found: { text: string; spot: Spot }[] = [];
  const read = (text: string, spot: Spot) => SENTENCE.test(text) && found.push({ text, spot });
  const nameOf = ({ start, end }: Spot) => source.slice(start, end).replace(/\s/g, '');
  new Visitor({
    CallExpression: (node) => void (OPERATOR_CALLS.test(nameOf(node.callee)) && spared.push(node)),
    NewExpression: (node) => void (ERRORS.test(nameOf(node.callee)) && spared.push(node)),
    Literal: (node) => void (typeof node.value === 'string' && read(node.value, node)),
    TemplateElement: (node) => void read(node.value.cooked ?? node.value.raw, node),
  }).visit(parseSync(path, source).program);
  const isSpared = ({ start }: Spot) => spared.some((one) => one.start <= start && start < one.end);
  return found.filter(({ spot }) => !isSpared(spot)).map(({ text }) => `${path}: ${text}`);
}

test('sentences in strings and templates are found, and log messages excluded', () => {
  const source = [
    'say("All is well"); say(`Sold $' + '{n} of them`); say("watch:menu");',
    'log.info({}, "Crier is ready"); new Error("No such row"); super("No such row")',
  ].join('');
  expect(sentencesOf('x.ts', source)).toEqual(['x.ts: All is well', 'x.ts:  of them']);
});

test('no sentence for players is outside the catalogue', () => {
  const files = globSync('{src,commands}/**/*.ts', { cwd: root }).filter(
    (path) => !ELSEWHERE.some((one) => path.startsWith(one)),
  );
  expect(files.flatMap((path) => sentencesOf(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
