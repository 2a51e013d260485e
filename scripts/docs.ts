/** `npm run docs`: writes each file that is generated from the code. */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const { path, text } of generatedFiles()) writeFileSync(path, text);
