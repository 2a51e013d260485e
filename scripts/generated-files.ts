import { join } from 'node:path';
import { ENGLISH } from '../src/language/english.ts';
import { faultsTable } from './faults-table.ts';
import { configurationPage, exampleEnvironment } from './settings-docs.ts';

const ROOT = join(import.meta.dirname, '..');

/** Returns every file that `npm run docs` generates. */
export function generatedFiles(): readonly { readonly path: string; readonly text: string }[] {
  return [
    { path: join(ROOT, 'docs/configuration.md'), text: configurationPage() },
    { path: join(ROOT, '.env.example'), text: exampleEnvironment() },
    { path: join(ROOT, 'docs/faults.md'), text: faultsTable() },
    // The source of translation platforms, in the order of the texts.
    { path: join(ROOT, 'src/language/texts/en.json'), text: `${JSON.stringify(ENGLISH, null, 2)}\n` },
  ];
}
