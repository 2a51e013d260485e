/** Writes what is made from the code anew, `docs/configuration.md` and `.env.example`: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { settingsDocs } from './settings-docs.ts';

for (const { path, text } of settingsDocs()) writeFileSync(path, text);
