import type { SourceFile } from './source-file.ts';

/** Every import that closes a cycle, as `a -> b -> a`. */
export function findImportCycles(files: readonly SourceFile[]): readonly string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}
