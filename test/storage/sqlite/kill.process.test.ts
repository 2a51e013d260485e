import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { startChild } from './child.ts';
import { openSettings } from './open-store-file.ts';
import { feed } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

const WRITER = join(import.meta.dirname, 'busy-settings.ts');

it('settings saved before a kill -9 are readable, and the one being saved is whole or absent', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  let saved = 0;
  for (const more of [1, 7, 20, 50]) {
    const child = startChild(WRITER, [path, `${saved + 1}`]);
    const atLeast = saved + more;
    let killed: Promise<void> | undefined;
    for (let line = await child.line(); line !== null; line = await child.line()) {
      saved = Number(line);
      if (saved >= atLeast) killed ??= child.kill();
    }
    await killed;
    const settings = await openSettings(path, recordingLog());
    onTestFinished(() => settings.close());
    const [found] = await settings.feeds();
    expect([saved, saved + 1]).toContain(found?.minValue);
    expect(found).toEqual({ ...feed, minValue: found?.minValue });
    await settings.close();
  }
});
