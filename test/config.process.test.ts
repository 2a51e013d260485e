import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './storage/sqlite/temporary-folder.ts';

const TOKEN = 'MTEwMDAw.GabcdE.s3cr3t-s3cr3t_s3cr3t';
const LEAST = { DISCORD_TOKEN: TOKEN, SERVICE_URL: 'https://game.example/host' };
/** Visits several working folders in one process, because a process has only one, and prints the result of each. */
const SCRIPT = `const { loadEnvironment, readConfig } = await import(process.argv[1]);
  console.log(JSON.stringify(JSON.parse(process.argv[2]).map(({ folder, environment }) => {
    process.chdir(folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment);
    try {
      return readConfig(loadEnvironment());
    } catch (error) {
      return \`\${error.name}: \${error.message}\`;
    }
  })));`;

interface Start {
  readonly folder: string;
  readonly environment: Record<string, string>;
}

async function readEach(starts: readonly Start[]): Promise<unknown[]> {
  const config = new URL('../src/config.ts', import.meta.url).href;
  const args = ['--input-type=module', '-e', SCRIPT, config, JSON.stringify(starts)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

/** Creates a working folder in which `make` creates `.env`. */
function start(environment: Record<string, string>, make: (dotEnv: string) => void): Start {
  const folder = temporaryFolder();
  make(join(folder, '.env'));
  return { folder, environment };
}

test('the environment overrides .env of the working folder, and an unreadable .env stops the start', async () => {
  const dotEnv = `DISCORD_TOKEN=${TOKEN}\nSERVICE_URL="https://game.example/host"\nHISTORY_DAYS=30\nCONTACT=\n`;
  const [read, none, ...faults] = await readEach([
    start({ HISTORY_DAYS: '90', SERVICE_URL: ' ' }, (path) => writeFileSync(path, dotEnv)),
    start(LEAST, () => {}),
    start({}, (path) => writeFileSync(path, '\uFEFFDISCORD_TOKEN=no-token\n')),
    start(LEAST, (path) => mkdirSync(path)),
    start(LEAST, (path) => symlinkSync(path, path)),
    start(LEAST, (path) => writeFileSync(path, dotEnv, 'utf16le')),
  ]);
  expect(read).toMatchObject({ ...LEAST, HISTORY_DAYS: 90 });
  expect(read).not.toHaveProperty('CONTACT');
  expect(none).toMatchObject(LEAST);
  expect(faults).toEqual([
    // After a byte order mark the first name is read too.
    expect.stringContaining('DISCORD_TOKEN must be a bot token'),
    expect.stringMatching(
      /^ConfigFault: Invalid configuration:\n {2}\.env cannot be read \(it is a folder\)\nSee \.env\.example\.$/,
    ),
    expect.stringMatching(
      /^ConfigFault: Invalid configuration:\n {2}\.env cannot be read \(.*too many symbolic links.*\)\nSee \.env\.example\.$/,
    ),
    expect.stringContaining('.env cannot be read (it is not UTF-8, perhaps UTF-16: save it as UTF-8)'),
  ]);
});
