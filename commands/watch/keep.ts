import { randomUUID } from 'node:crypto';
import type { Desk } from '../../src/discord/command/command.ts';
import { Complaint } from '../../src/discord/command/complaint.ts';
import { checkWatch } from '../../src/discord/command/rules.ts';
import { describeWatch } from '../../src/discord/render/describe.ts';
import type { WatchDraft } from '../../src/ports/watch-file.ts';
import type { Routed } from '../../src/routing/notice.ts';
import type { Watch } from '../../src/routing/watch.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A draft as this person's watch, with an id of its own. */
export function newWatch(draft: WatchDraft, userId: string, locale: string, now: number): Watch {
  return { ...draft, id: randomUUID().slice(0, 8), userId, snoozedUntil: null, locale, createdAt: now, paused: false };
}

/**
 * Refuses what a person cannot have: what can never match, a watch they have already, or one too many.
 * @param among the person's watches beside it
 * @throws Complaint
 */
export function checkNew(draft: WatchDraft, among: readonly Watch[], desk: Pick<Desk, 'limits'>, locale: string): void {
  checkWatch(draft);
  const twin = among.find((watch) => sameWish(watch) === sameWish(draft));
  if (twin) throw new Complaint(`You have this watch already: ${describeWatch(twin, locale)}.`);
  if (among.length >= desk.limits.watchesPerUser) {
    throw new Complaint(
      `You have ${among.length} watches, the most one can have. Remove one first: \`/watch remove\`.`,
    );
  }
}

/**
 * Saves a change of a person's watches, all of it or nothing, and remembers how to take it back.
 * @returns the key of the step back, for *Undo*
 * @throws NotSaved
 */
export async function change(
  userId: string,
  { put = [], remove = [] }: { readonly put?: readonly Watch[]; readonly remove?: readonly string[] },
  desk: Desk,
): Promise<string> {
  const before = new Map(desk.book.watchesOf(userId).map((watch) => [watch.id, watch]));
  const touched = [...put.map(({ id }) => id), ...remove];
  const back = {
    put: touched.flatMap((id) => before.get(id) ?? []),
    remove: touched.filter((id) => !before.has(id)),
  };
  const key = await desk.undos.keep(userId, back);
  try {
    await write(put, remove, desk);
  } catch (error) {
    await write(back.put, back.remove, desk);
    throw error;
  }
  await announceEnds(
    put.filter(({ id, expiresAt }) => expiresAt !== before.get(id)?.expiresAt),
    desk,
  );
  desk.greet({ kind: 'user', id: userId });
  return key;
}

async function write(put: readonly Watch[], remove: readonly string[], { settings }: Desk): Promise<void> {
  for (const watch of put) await settings.putWatch(watch);
  for (const id of remove) await settings.removeWatch(id);
}

/** A day before a watch ends, or a quarter of a shorter life, its owner is told. The news waits in the journal until then. */
async function announceEnds(watches: readonly Watch[], desk: Desk): Promise<void> {
  const now = desk.now();
  const notices = watches.flatMap(({ id, userId, expiresAt }): Routed[] => {
    if (expiresAt === null) return [];
    const dueAt = expiresAt - Math.min(DAY_MS, (expiresAt - now) / 4);
    const cause = { kind: 'expiring', at: Math.round(dueAt), expiresAt } as const;
    return [{ target: { kind: 'user', id: userId }, cause, sources: [id], dueAt: Math.round(dueAt) }];
  });
  if (notices.length === 0) return;
  await desk.journal.record({ changes: [], notices });
  desk.wake(notices.map(({ target }) => target));
}

/** What makes two watches the same wish; how often and how long is not part of it. */
function sameWish({ item, trigger, price, filter }: WatchDraft): string {
  const { item: _, ...rest } = filter;
  const parts = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([item?.type, item?.key, trigger, price, parts]);
}
