import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatFinding } from '../../src/check/finding.ts';
import { checkLandmarks } from '../../src/check/landmarks.ts';
import { readConfig } from '../../src/config.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';

async function check(source?: string) {
  const environment = { DISCORD_TOKEN: 'a.b.c', SERVICE_URL: 'https://game.example', LANDMARKS: source };
  return (await checkLandmarks(readConfig(environment))).map(formatFinding);
}

async function checkFile(text: string) {
  const path = join(temporaryFolder(), 'landmarks.csv');
  await writeFile(path, text);
  return check(path);
}

test('without LANDMARKS nothing is checked', async () => {
  expect(await check()).toEqual([]);
});

test('landmarks are counted, with their worlds and those that are left out', async () => {
  const text = 'Spawn,1,2\nSpawn,1,2\nPort,NaN,2\nHub,3,4,world_nether';
  expect(await checkFile(text)).toEqual([
    '✓ Landmarks: 2 read, in the Overworld, world_nether. Left out: 1 without a name, x or z, 1 repeated.',
  ]);
});

test('a map that answers with a page is named with the cure', async () => {
  const { url } = await openTestHttpServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<html>');
  });
  expect(await check(`${url}/map`)).toEqual([
    '✗ Landmarks: LANDMARKS cannot be read (the answer is no JSON (a web page)). Name the address of the markers, not of the page: it ends with .json.',
  ]);
});
