/** `npm run prove:image`, as root on Debian: builds and runs the Dockerfile's image without Docker. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { makeBase, missingForProof, removeNpm } from './base.ts';
import { buildImage } from './build.ts';
import { Checklist } from './checklist.ts';
import { checkContent } from './content.ts';
import { readDockerfile } from './dockerfile.ts';
import { checkEgg } from './egg.ts';
import { checkRunning } from './run.ts';

const CONTEXT = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(CONTEXT, name), 'utf8');

const missing = missingForProof();
if (missing !== null) {
  process.stdout.write(`prove:image is skipped: ${missing}\n`);
  process.exit(0);
}

const list = new Checklist();
const folder = mkdtempSync(join(tmpdir(), 'crier-image-'));
try {
  const base = join(folder, 'base');
  makeBase(base);
  const image = buildImage(readDockerfile(read('Dockerfile')), {
    context: CONTEXT,
    ignore: read('.dockerignore'),
    base,
    folder,
    args: { TARGETARCH: process.arch === 'x64' ? 'amd64' : process.arch },
    carriedOut: (step) => list.carriedOut(step),
  });
  checkContent(image, base, list);
  removeNpm(image.root);
  await checkRunning(image, folder, list);
  await checkEgg(base, folder, list);
} catch (error) {
  list.check('all steps succeed', false, error instanceof Error ? error.stack : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(list.exitCode);
