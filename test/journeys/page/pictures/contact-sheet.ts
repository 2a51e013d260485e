import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a page of all pictures, with one row per message. */
export function writeContactSheet(folder: string, files: readonly string[]): string {
  const rows = Map.groupBy(files, (file) => file.split('.')[0] ?? file);
  const body = [...rows].map(([name, pictures]) => {
    const cells = pictures.map(
      (file) => `<figure><img src="${file}" loading="lazy"><figcaption>${file}</figcaption></figure>`,
    );
    return `<h2>${name}</h2><div>${cells.join('')}</div>`;
  });
  const style =
    'body{font:14px sans-serif;background:#888}div{display:flex;gap:12px;align-items:start;overflow:auto}img{max-width:700px}';
  const path = join(folder, 'index.html');
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>${style}</style>${body.join('\n')}`,
  );
  return path;
}
