import type { IngestWriter, SharedJournal } from '../ports/journal.ts';
import type { Settings } from '../ports/settings.ts';
import type { Cause, Routed, Target } from '../routing/notice.ts';
import { announceEndsAgain } from './watch-ends.ts';

/** Moments in the journal of a store that a backup was put in the place of: when that was made, and when it was put there. 0: told. */
export const RESTORED_FROM = 'restored-from';
export const RESTORED_AT = 'restored-at';

export interface TellRestoredParts {
  readonly journal: Pick<SharedJournal, 'checkpoint' | 'noticesOf' | 'enqueue' | 'waiting'>;
  readonly writer: Pick<IngestWriter, 'record'>;
  readonly settings: Pick<Settings, 'feeds' | 'watches'>;
  readonly now: () => number;
}

/**
 * After a backup was restored, lets each channel that has feeds and each person who has watches be told once of the time that is
 * missing. Announces the ends of watches again, because the restore ended all waiting notices.
 * @returns whom
 */
export async function tellRestored(parts: TellRestoredParts): Promise<readonly Target[]> {
  const { journal, writer, settings, now } = parts;
  const [from, at] = [await journal.checkpoint(RESTORED_FROM), await journal.checkpoint(RESTORED_AT)];
  if (!from || !at) return [];
  const cause: Cause = { kind: 'restored', from, at };
  const told = new Map<string, { target: Target; subscriptionIds: string[] }>();
  const add = (target: Target, id: string) => {
    const key = `${target.kind} ${target.id}`;
    const one = told.get(key) ?? { target, subscriptionIds: [] };
    one.subscriptionIds.push(id);
    told.set(key, one);
  };
  for (const feed of await settings.feeds()) if (!feed.paused) add({ kind: 'channel', id: feed.channelId }, feed.id);
  const watches = await settings.watches();
  for (const watch of watches) if (!watch.paused) add({ kind: 'user', id: watch.userId }, watch.id);
  await announceEndsAgain(watches, parts);
  const notices: Routed[] = [...told.values()].map((one) => ({ ...one, cause, dueAt: now() }));
  await writer.record({ changes: [], notices, checkpoint: { name: RESTORED_FROM, at: 0 } });
  return notices.map(({ target }) => target);
}
