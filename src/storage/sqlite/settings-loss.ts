import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { SettingsTally } from '../../ports/settings.ts';
import { KINDS, type Kind, NOT_COUNTED } from './settings-count.ts';

/** A loss is reported for so long, unless the records come back before. */
const REPORTED_MS = 7 * 24 * 60 * 60_000;
const LOST_AT = 'settings-lost-at';

/** How many settings are missing, and since when, epoch ms; null: none was ever. */
export interface SettingsLoss {
  readonly lost: SettingsTally;
  readonly lostAt: number | null;
}

/** Compares the settings that were found with those that the journal knows of, and notes what it came to. */
export async function findLoss(
  found: SettingsTally,
  journal: Pick<Journal, 'note' | 'noted'>,
  log: Log,
  now: number,
): Promise<SettingsLoss> {
  const known = await readTally(journal, 'settings-');
  const before = await readTally(journal, 'settings-lost-');
  const beforeAt = await journal.noted(LOST_AT);
  const isReported = beforeAt !== null && now - beforeAt < REPORTED_MS;
  const came = (kind: Kind) => found[kind] - (known[kind] ?? found[kind]);
  const left = (kind: Kind) => Math.max(0, (isReported ? (before[kind] ?? 0) : 0) - came(kind));
  const lost = { feeds: left('feeds'), watches: left('watches'), people: left('people') };
  const isNew = KINDS.some((kind) => came(kind) < 0);
  const loss = { lost, lostAt: isNew ? now : beforeAt };
  if (isNew) log.error({ known, found }, 'Settings were lost since they were last written: a backup may have them');
  await noteAll(found, loss, journal, log);
  return loss;
}

/** Whether there is a loss, not longer ago than it is reported. */
export function isReportedAt({ lost, lostAt }: SettingsLoss, at: number): boolean {
  return lostAt !== null && at - lostAt < REPORTED_MS && KINDS.some((kind) => lost[kind] > 0);
}

async function noteAll(
  found: SettingsTally,
  { lost, lostAt }: SettingsLoss,
  journal: Pick<Journal, 'note'>,
  log: Log,
): Promise<void> {
  const counts = KINDS.flatMap((kind) => [
    [`settings-${kind}`, found[kind]],
    [`settings-lost-${kind}`, lost[kind]],
  ]);
  try {
    await journal.note({ ...Object.fromEntries(counts), ...(lostAt !== null && { [LOST_AT]: lostAt }) });
  } catch (error) {
    log.warn({ err: error }, NOT_COUNTED);
  }
}

async function readTally(journal: Pick<Journal, 'noted'>, prefix: string): Promise<Record<Kind, number | null>> {
  return {
    feeds: await journal.noted(`${prefix}feeds`),
    watches: await journal.noted(`${prefix}watches`),
    people: await journal.noted(`${prefix}people`),
  };
}
