import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NotSaved } from '../../../src/faults/store-faults.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { openSettings } from './open-store-file.ts';
import { feed, watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

const NIGHT = { from: 22 * 60, to: 7 * 60, timeZone: 'Europe/Berlin' };
const ADA = { id: '400', quiet: NIGHT };

async function opened() {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const log = recordingLog();
  const open = async () => {
    const settings = await openSettings(path, log);
    onTestFinished(() => settings.close());
    return settings;
  };
  return { path, log, settings: await open(), open };
}

describe('settings of users', () => {
  it('are kept through a restart, replaced and removed', async () => {
    const { settings, open } = await opened();
    await settings.putPerson(ADA);
    await settings.putPerson({ id: '401', quiet: NIGHT });
    await settings.putPerson({ id: '401', quiet: null });
    const reopened = await open();
    expect(await reopened.people()).toEqual([ADA, { id: '401', quiet: null }]);
    await reopened.removePerson('401');
    await reopened.removePerson('never-there');
    expect(await (await open()).people()).toEqual([ADA]);
  });

  it('are separate from feeds and watches of the same id', async () => {
    const { settings } = await opened();
    await settings.putPerson({ ...ADA, id: watch.id });
    await settings.putWatch(watch);
    await settings.removePerson(watch.id);
    expect([await settings.people(), await settings.watches()]).toEqual([[], [watch]]);
  });

  it.each([
    ['an hour that does not exist', { ...NIGHT, to: 24 * 60 }],
    ['a fraction of a minute', { ...NIGHT, from: 0.5 }],
    ['an unknown time zone', { ...NIGHT, timeZone: 'Nowhere/Atlantis' }],
  ])('are not saved with %s', async (_, quiet) => {
    const { settings } = await opened();
    await expect(settings.putPerson({ id: '400', quiet })).rejects.toThrow(NotSaved);
    await expect(settings.putFeed({ ...feed, quiet })).rejects.toThrow(NotSaved);
    expect([await settings.people(), await settings.feeds()]).toEqual([[], []]);
  });

  it('with an unreadable record are quarantined, and the others stay', async () => {
    const { path, log, settings } = await opened();
    await settings.putPerson(ADA);
    await settings.putPerson({ ...ADA, id: '401' });
    const db = new DatabaseSync(path);
    db.exec(`UPDATE people SET record = json_set(record, '$.record.quiet', 'always') WHERE id = '400'`);
    db.close();
    expect(await settings.people()).toEqual([{ ...ADA, id: '401' }]);
    expect(settings.unreadable().people).toEqual(['400']);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { namespace: 'people', ids: ['400'] } }]);
    expect(log.errors()).toHaveLength(1);
  });
});

it('without quiet hours and snooze, as an earlier release saved them, are readable', async () => {
  const { path, settings } = await opened();
  await settings.putFeed({ ...feed, quiet: NIGHT });
  await settings.putWatch({ ...watch, snoozedUntil: 1 });
  const db = new DatabaseSync(path);
  for (const table of ['feeds', 'watches'])
    db.exec(`UPDATE ${table} SET record = json_remove(record, '$.record.quiet', '$.record.snoozedUntil')`);
  db.close();
  expect([await settings.feeds(), await settings.watches()]).toEqual([[feed], [watch]]);
  expect(settings.unreadable()).toEqual({ feeds: [], watches: [], people: [] });
});
