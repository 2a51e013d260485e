import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { lineFinder } from '../../scripts/prose.ts';

/** The measured properties of one TypeScript file; paths start at the checkout's root and use slashes. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly functions: readonly FunctionSize[];
  /** `path:line` of each `as X` (not `as const`), `<X>` and `!`. */
  readonly casts: readonly string[];
  /** Names declared at the top level. */
  readonly names: readonly string[];
  /** The project's files that this file imports, types included. */
  readonly imports: readonly string[];
}

/** `lines` counts from the body's first to its last line. */
export interface FunctionSize {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads and parses one file.
 * @throws when the file is not valid TypeScript
 */
export function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineAt = lineFinder(text);

  const functions: FunctionSize[] = [];
  const casts: string[] = [];
  const names = new Map<unknown, string>();
  const addFunction = (node: object, own: string | undefined, body: Span | null) => {
    if (body === null) return;
    const line = lineAt(body.start);
    functions.push({ name: own ?? names.get(node) ?? 'anonymous', line, lines: lineAt(body.end - 1) - line + 1 });
  };
  const addCast = (node: Span) => casts.push(`${path}:${lineAt(node.start)}`);
  const nameOf = (key: Span) => text.slice(key.start, key.end);

  new Visitor({
    VariableDeclarator: ({ id, init }) => names.set(init, nameOf(id)),
    Property: ({ key, value }) => names.set(value, nameOf(key)),
    MethodDefinition: ({ key, value }) => names.set(value, nameOf(key)),
    PropertyDefinition: ({ key, value }) => names.set(value, nameOf(key)),
    FunctionDeclaration: (node) => addFunction(node, node.id?.name, node.body),
    FunctionExpression: (node) => addFunction(node, node.id?.name, node.body),
    ArrowFunctionExpression: (node) => addFunction(node, undefined, node.body),
    TSAsExpression: (node) => {
      if (nameOf(node.typeAnnotation) !== 'const') addCast(node);
    },
    TSTypeAssertion: addCast,
    TSNonNullExpression: addCast,
  }).visit(program);

  const targets = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...module.staticExports.flatMap((statement) => statement.entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return {
    path,
    lines: text.trimEnd().split('\n').length,
    functions,
    casts,
    names: program.body.flatMap((node) => {
      const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (declaration === null) return [];
      if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => nameOf(id));
      return 'id' in declaration && declaration.id !== null ? [nameOf(declaration.id)] : [];
    }),
    imports: targets.flatMap((target) => (target?.startsWith('.') ? [posix.join(posix.dirname(path), target)] : [])),
  };
}
