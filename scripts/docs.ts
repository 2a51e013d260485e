/** `npm run docs`: writes all generated files. */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const { path, text } of generatedFiles()) writeFileSync(path, text);
