import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const TOKEN = 'MTEwMDAw.GabcdE.s3cr3t-s3cr3t_s3cr3t';
const LEAST = { DISCORD_TOKEN: TOKEN, SERVICE_URL: 'https://game.example/host' };

describe('.env of the working folder', () => {
  const config = new URL('../src/config.ts', import.meta.url).href;
  const script = `const { loadEnvironment, readConfig } = await import(${JSON.stringify(config)});
    console.log(JSON.stringify(readConfig(loadEnvironment())));`;

  async function startIn(dotEnv: string | null, env: Record<string, string>): Promise<Record<string, unknown>> {
    const folder = await mkdtemp(join(tmpdir(), 'crier-config-'));
    try {
      if (dotEnv !== null) await writeFile(join(folder, '.env'), dotEnv);
      const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env });
      return JSON.parse((await run).stdout);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test('is read, and what the environment says goes before it', async () => {
    const dotEnv = `DISCORD_TOKEN=${TOKEN}\nSERVICE_URL="https://game.example/host"\nHISTORY_DAYS=30\nCONTACT=\n`;
    const read = await startIn(dotEnv, { HISTORY_DAYS: '90' });
    expect(read).toMatchObject({ ...LEAST, HISTORY_DAYS: 90 });
    expect(read).not.toHaveProperty('CONTACT');
  });

  test('need not be there', async () => {
    expect(await startIn(null, LEAST)).toMatchObject(LEAST);
  });
});
