import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { hasArchaism, hasBareOpening, type Passage, readCheckout } from '../../scripts/prose.ts';
import { quantile } from '../quantile.ts';
import { findImportCycles } from './import-cycles.ts';
import { type FunctionSize, readSourceFile, type SourceFile } from './source-file.ts';

const LONG_FUNCTION_LINES = 40;
const FULL_FOLDER_FILES = 25;

/** One row of the table: its figure, and the names of what it counts. */
export interface Measure {
  readonly label: string;
  readonly figure: string;
  readonly found: readonly string[];
}

/** All measures of the checkout in that folder, always in the same order. */
export function measureCheckout(root: string): readonly Measure[] {
  const read = (...folders: string[]) => readFolders(root, folders);
  const sandbox = read('sandbox');
  const product = read('src', 'commands').filter((file) => !file.path.startsWith('sandbox/'));
  const tests = read('test');
  const bench = read('bench');
  const all = [...product, ...sandbox, ...tests, ...bench];
  return [
    sizes('product', product),
    sizes('sandbox', sandbox),
    sizes('tests', tests),
    sizes('bench', bench),
    longFunctions('product', product),
    longFunctions('sandbox', sandbox),
    counted(
      'casts, product',
      product.flatMap((file) => file.casts),
    ),
    counted('import cycles', findImportCycles(all)),
    counted(`folders over ${FULL_FOLDER_FILES} files, product`, fullFolders(product)),
    counted(`folders over ${FULL_FOLDER_FILES} files, tests`, fullFolders(tests)),
    names(product),
    ...wording(root),
  ];
}

function names(files: readonly SourceFile[]): Measure {
  const declared = files.flatMap((file) => file.names.map((name) => ({ name, path: file.path })));
  const byName = Object.entries(Object.groupBy(declared, ({ name }) => name));
  const shared = byName
    .filter(([, places = []]) => places.length > 1)
    .sort(([, a = []], [, b = []]) => b.length - a.length);
  return {
    label: 'top-level names, product (of these in several files)',
    figure: `${byName.length} (${shared.length})`,
    found: shared.map(([name, places = []]) => `${name}: ${places.map(({ path }) => path).join(', ')}`),
  };
}

function wording(root: string): readonly Measure[] {
  const { passages, longLines } = readCheckout(root);
  const kinds = ['comment', 'title', 'message', 'page'] as const;
  const say = ({ path, line, text }: Passage) => `${path}:${line} ${text.split('\n', 1)[0]}`;
  return [
    ...kinds.map((kind) => {
      const own = passages.filter((passage) => passage.kind === kind);
      const found = own.filter(hasBareOpening).map(say);
      return { label: `openings without noun or verb, ${kind}s`, figure: `${found.length} of ${own.length}`, found };
    }),
    counted('archaisms', passages.filter(hasArchaism).map(say)),
    counted('lines over 120 columns', longLines),
  ];
}

function readFolders(root: string, folders: readonly string[]): readonly SourceFile[] {
  const paths = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }));
  return paths.sort().map((path) => readSourceFile(root, path.replaceAll('\\', '/')));
}

function sizes(part: string, files: readonly SourceFile[]): Measure {
  const lines = files.map((file) => file.lines);
  const [median, p90, longest] = [quantile(lines, 0.5), quantile(lines, 0.9), Math.max(...lines)];
  return {
    label: `${part}: files (median / p90 / longest)`,
    figure: `${files.length} (${median} / ${p90} / ${longest})`,
    found: files.filter((file) => file.lines === longest).map((file) => `${file.path}, ${longest} lines`),
  };
}

function longFunctions(part: string, files: readonly SourceFile[]): Measure {
  const found = files.flatMap((file) => file.functions.map((size) => ({ path: file.path, ...size })));
  const long = found.filter((size) => size.lines > LONG_FUNCTION_LINES).sort((a, b) => b.lines - a.lines);
  const say = (size: FunctionSize & { path: string }) => `${size.path}:${size.line} ${size.name}, ${size.lines} lines`;
  return counted(`functions over ${LONG_FUNCTION_LINES} lines, ${part}`, long.map(say));
}

function fullFolders(files: readonly SourceFile[]): readonly string[] {
  const folders = Object.entries(Object.groupBy(files, (file) => posix.dirname(file.path)));
  return folders.flatMap(([folder, inside = []]) =>
    inside.length > FULL_FOLDER_FILES ? [`${folder}, ${inside.length} files`] : [],
  );
}

function counted(label: string, found: readonly string[]): Measure {
  return { label, figure: String(found.length), found };
}
