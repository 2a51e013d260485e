import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderPictures } from '../../src/discord/icons/upload.ts';
import { recordingLog } from '../log/recording-log.ts';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');

test('files that Discord would reject are left out of the icon folder, and the others are used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crier-icons-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'apple.png'), 'no picture');
  await writeFile(join(folder, 'bread.png'), Buffer.concat([PNG, Buffer.alloc(256_000)]));
  await writeFile(join(folder, 'read me.txt'), 'x');
  await writeFile(join(folder, 'slime_block.png'), PNG);
  await writeFile(join(folder, 'tnt.png'), PNG);
  const stems = async (most: number) => (await folderPictures(folder, most, recordingLog())).map(({ stem }) => stem);
  expect(await stems(9)).toEqual(['slime_block', 'tnt']);
  expect(await stems(1)).toEqual(['slime_block']);
});

test('a missing icon folder gives no pictures, and is logged', async () => {
  const log = recordingLog();
  expect(await folderPictures('/nowhere/icons', 9, log)).toEqual([]);
});
