import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

/**
 * The licences of packages that Crier, which is MIT, may be distributed with: permissive ones, and two that bind only
 * the file (MPL) or the font (OFL), of which Crier changes none.
 */
const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'OFL-1.1',
];

/** A package that is installed with `npm ci --omit=dev`. */
export interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly isAllowed: boolean;
  /** Whether npm would run a script when it installs the package. */
  readonly runsScript: boolean;
}

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

/**
 * Returns the licences of all installed packages. Optional packages count if they are for this platform.
 * @throws Error if a required package is missing
 */
export function readLicences(): Licensed[] {
  return Object.entries<Locked>(lock.packages).flatMap(([path, { version, dev, link, optional, hasInstallScript }]) => {
    if (!path.startsWith('node_modules/') || dev || link) return [];
    const file = join(ROOT, path, 'package.json');
    if (optional && !existsSync(file)) return [];
    const { name, license } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; license?: string };
    const licence = license ?? 'none';
    return [
      { name, version: version ?? '', licence, isAllowed: isAllowed(licence), runsScript: hasInstallScript === true },
    ];
  });
}

/** One licence of `A OR B` must be allowed, and both of `A AND B`. */
function isAllowed(licence: string): boolean {
  const plain = licence.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((one) => one.split(' AND ').every((part) => ALLOWED.includes(part.trim())));
}

/** Returns the packages in `package.json` for which ARCHITECTURE.md gives no reason. Types belong to their package. */
export function withoutReason(): string[] {
  const [, chapter = ''] =
    /\n## Dependencies\n([\s\S]*)/.exec(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')) ?? [];
  const rows = chapter.split('\n').filter((line) => line.startsWith('| '));
  const named = rows
    .map((row) => row.split('|')[1] ?? '')
    .join(' , ')
    .toLowerCase();
  const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  return all.filter((name) => !name.startsWith('@types/') && !named.split(/[\s,()]+/).includes(name.toLowerCase()));
}
