import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** A passage that engineers or operators read. Comments, test titles, log lines and messages, and passages of pages. */
export interface Passage {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly kind: 'comment' | 'title' | 'message' | 'page';
  readonly text: string;
}

/** The prose of one file, and its lines that are too long. */
export interface Prose {
  readonly passages: readonly Passage[];
  /** `path:line` of each. */
  readonly longLines: readonly string[];
}

const KEPT = [
  '*.{md,ts,yaml}',
  '{Dockerfile,.env.example,.npmrc,.dockerignore,.gitignore}',
  '.ci/*',
  '.github/**/*.yml',
  '{src,commands,sandbox,test,bench,scripts,stubs,docs,ops}/**/*.{ts,cjs,md,sql,css,yml}',
];
const LONGEST_LINE = 120;
const BARE_OPENING = /^(?:what|who|whoever|whose|which|of|that)\b/i;
/** A message in lower case is a piece of a longer one. */
const BARE_OPENING_OF_MESSAGE = /^(?:What|Who|Whoever|Whose|Which|Of|That)\b/;
/** Marks before the subject of a sentence: Markdown, quotation, the tag of a docstring, a test's fault numbers. */
const BEFORE_SUBJECT = /^(?:["“‘'(*_[]+|@param \w+ |@\w+ |faults? [\d, and-]+: )*/;
const ARCHAISM = /\b(?:whoever|amiss|anew|beneath|mend(?:s|ed)?|put away)\b/i;
const TITLED = new Set(['test', 'it', 'describe']);
/** Files with players' texts, which are no prose of engineers. Word lists of a search stand next to the search. */
const TEXTS_OF_PLAYERS = /^(?:src\/language\/|src\/discord\/render\/|sandbox\/page\/)/;
const HASH_COMMENTS = /(?:^|\/)(?:Dockerfile|\.env\.example|\.npmrc|\.dockerignore|\.gitignore|\.ci\/.+|.+\.ya?ml)$/;

/** @returns the prose of every file of the checkout in that folder; what commands generate or install is left out */
export function readCheckout(root: string): Prose {
  const paths = KEPT.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }));
  const files = paths.map((path) =>
    readProse(path.replaceAll('\\', '/'), () => readFileSync(join(root, path), 'utf8')),
  );
  return {
    passages: files.flatMap(({ passages }) => passages),
    longLines: files.flatMap(({ longLines }) => longLines),
  };
}

/** @param read is called only for a kind of file that has prose */
export function readProse(path: string, read: () => string): Prose {
  const extension = extname(path);
  if (extension === '.ts' || extension === '.cjs') return readCode(path, read());
  if (extension === '.md') return readPage(path, read());
  const marks = { '.sql': /^\s*--+ ?/, '.css': /^\s*(?:\/\*|\*\/?) ?/ }[extension];
  if (marks !== undefined) return { passages: commentLines(path, read(), marks), longLines: [] };
  if (HASH_COMMENTS.test(path)) return { passages: commentLines(path, read(), /^\s*#+ ?/), longLines: [] };
  return { passages: [], longLines: [] };
}

/** Whether one of its sentences opens with a pronoun or a preposition instead of a noun or a verb. */
export function hasBareOpening({ kind, text }: Passage): boolean {
  const opening = kind === 'message' ? BARE_OPENING_OF_MESSAGE : BARE_OPENING;
  const sentences = text.split(/(?<=[.!?]["”’)*_]*)\s+(?=["“(*_`]*[A-Z])|\n{2,}|\n(?=@)/);
  return sentences.some((sentence) => opening.test(sentence.trim().replace(BEFORE_SUBJECT, '')));
}

export function hasArchaism({ text }: Passage): boolean {
  return ARCHAISM.test(text);
}

function readCode(path: string, text: string): Prose {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lines = text.split('\n');
  const lineAt = lineFinder(text);
  const passages: Passage[] = [];
  /** Lines that a string, a pattern or an address makes longer than the formatter would. */
  const excused = new Set<number>();
  const titles = new Set<unknown>();
  const addString = (node: { readonly start: number; readonly end: number }, value: string) => {
    const [line, last] = [lineAt(node.start), lineAt(node.end)];
    if (titles.has(node)) passages.push({ path, line, kind: 'title', text: value });
    else {
      for (let excuse = line; excuse <= last; excuse += 1) excused.add(excuse);
      passages.push(...sqlComments(path, value, line));
      const isMessage = /^(?:src|commands|scripts|sandbox)\//.test(path) && !TEXTS_OF_PLAYERS.test(path);
      if (isMessage && /\S \S+ \S/.test(value)) passages.push({ path, line, kind: 'message', text: value });
    }
  };
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      const root = /^\w+/.exec(text.slice(callee.start, callee.end))?.[0] ?? '';
      if (TITLED.has(root) && first !== undefined) titles.add(first);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') addString(node, node.value);
      else excused.add(lineAt(node.start));
    },
    TemplateLiteral: (node) => addString(node, node.quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(program);

  let block: { line: number; last: number; texts: string[] } | null = null;
  for (const { type, value, start, end } of comments) {
    const line = lineAt(start);
    if (/https?:\/\/\S+/.test(value)) excused.add(line);
    if (type === 'Block') {
      passages.push({ path, line, kind: 'comment', text: value.replace(/^[ \t]*\*+ ?/gm, '').trim() });
      continue;
    }
    if (block !== null && block.last === line - 1) block.texts.push(value.trim());
    else {
      if (block !== null) passages.push({ path, line: block.line, kind: 'comment', text: block.texts.join('\n') });
      block = { line, last: line, texts: [value.trim()] };
    }
    block.last = lineAt(end);
  }
  if (block !== null) passages.push({ path, line: block.line, kind: 'comment', text: block.texts.join('\n') });

  const tooLong = lines.flatMap((line, index) =>
    line.length > LONGEST_LINE && !excused.has(index + 1) ? [index + 1] : [],
  );
  return { passages, longLines: tooLong.map((line) => `${path}:${line}`) };
}

function sqlComments(path: string, sql: string, first: number): readonly Passage[] {
  return sql.split('\n').flatMap((line, index) => {
    const text = /^\s*-- +(.+)$/.exec(line)?.[1];
    return text === undefined ? [] : [{ path, line: first + index, kind: 'comment', text } as const];
  });
}

/** Headings, paragraphs, items and cells, each a passage. */
function readPage(path: string, text: string): Prose {
  const passages: Passage[] = [];
  const longLines: string[] = [];
  let isCode = false;
  let paragraph: { line: number; texts: string[] } | null = null;
  const endParagraph = () => {
    if (paragraph !== null)
      passages.push({ path, line: paragraph.line, kind: 'page', text: paragraph.texts.join('\n') });
    paragraph = null;
  };
  text.split('\n').forEach((content, index) => {
    const line = index + 1;
    if (/^\s*```/.test(content)) {
      isCode = !isCode;
      endParagraph();
      return;
    }
    if (isCode) return;
    if (/^\s*\|/.test(content)) {
      endParagraph();
      for (const cell of content.split(/(?<!\\)\|/).slice(1, -1))
        passages.push({ path, line, kind: 'page', text: cell.trim() });
      return;
    }
    if (content.length > LONGEST_LINE && !/\]\([^)]*\)|https?:\/\//.test(content)) longLines.push(`${path}:${line}`);
    const [, mark, rest = content] = /^\s*(#+|[-*]|\d+\.|>)\s+(.*)$/.exec(content) ?? [];
    if (mark !== undefined || content.trim() === '') endParagraph();
    if (content.trim() === '') return;
    paragraph ??= { line, texts: [] };
    paragraph.texts.push(rest.trim());
    if (mark?.startsWith('#')) endParagraph();
  });
  endParagraph();
  return { passages, longLines };
}

/** Neighbouring comment lines make one passage. */
function commentLines(path: string, text: string, mark: RegExp): readonly Passage[] {
  const passages: { path: string; line: number; kind: 'comment'; text: string }[] = [];
  let last = -1;
  text.split('\n').forEach((content, index) => {
    if (!mark.test(content)) return;
    const own = content.replace(mark, '').trim();
    const before = passages.at(-1);
    if (before !== undefined && last === index - 1) before.text += `\n${own}`;
    else passages.push({ path, line: index + 1, kind: 'comment', text: own });
    last = index;
  });
  return passages;
}

/** @returns a function from a position in the text to its line, counted from 1 */
export function lineFinder(text: string): (position: number) => number {
  const ends = [...text.matchAll(/\n/g)].map((match) => match.index);
  return (position) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
