import { randomUUID } from 'node:crypto';
import { sayWatch, withNames } from '../../commands/watch/say-watch.ts';
import type { CommandContext } from '../discord/command/command.ts';
import { checkWatch } from '../discord/command/rules.ts';
import { UserError } from '../discord/command/user-error.ts';
import { describeRate } from '../discord/render/words/describe.ts';
import { type Filter, filterKey } from '../market/search/filter.ts';
import type { KeptUndo, UndoStep } from '../ports/undos.ts';
import type { WatchDraft } from '../ports/watch-file.ts';
import type { Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';

const DAY_MS = 24 * 60 * 60_000;
/** More than ever wait because of one watch. */
const NOTICES = 1_000;

/** A draft as this person's watch, with an id of its own. */
export function newWatch(draft: WatchDraft, userId: string, locale: string, now: number): Watch {
  return { type: 'watch', ...draft, id: newId(), userId, snoozedUntil: null, locale, createdAt: now };
}

function newId(): string {
  return randomUUID().slice(0, 8);
}

/**
 * Refuses what a person cannot have: what can never match, a watch they have already, or one too many.
 * @param among the person's watches beside it
 * @param before the filter that an edit starts from
 * @throws UserError
 */
export function checkNew(
  draft: WatchDraft,
  among: readonly Watch[],
  context: Pick<CommandContext, 'limits' | 'market'>,
  locale: string,
  before?: Filter,
): void {
  checkWatch(draft, before);
  const wish = sameWish(withNames(draft, context.market()));
  const twin = among.find((watch) => sameWish(withNames(watch, context.market())) === wish);
  if (twin) {
    const it = [sayWatch(twin, locale, context), ...describeRate(twin, locale)].join(', ');
    const [state, way] = twin.paused ? [' (paused)', 'resume` starts it again'] : ['', 'edit` changes it'];
    throw new UserError(`You have this watch already: ${it}${state}. \`/watch ${way}.`);
  }
  if (among.length >= context.limits.watchesPerUser) {
    throw new UserError(
      `You have ${among.length} watches, the most one can have. Remove one first: \`/watch remove\`../../commands/watch`,
    );
  }
}

/** What of the command's context a change of watches needs. */
type Keeping = Pick<
  CommandContext,
  'subscriptions' | 'settings' | 'undos' | 'journal' | 'wake' | 'greet' | 'now' | 'log'
>;

/**
 * Saves a change of a person's watches or quiet hours, and first how to take it back. Several are saved one after the other:
 * what fails halfway is taken back at once, and what a kill leaves halfway `/watch undo` takes back.
 * @returns the key of the step back, for *Undo*
 * @throws NotSaved where nothing was changed, UserError where a part of it was and could not be taken back
 */
export async function change(
  userId: string,
  { put = [], remove = [], quiet }: Partial<UndoStep>,
  context: Keeping,
): Promise<string> {
  const before = new Map(context.subscriptions.watchesOf(userId).map((watch) => [watch.id, watch]));
  const renewed = await renew(put, context);
  const removed = [...remove, ...put.map(({ id }) => id).filter((id) => !renewed.some((watch) => watch.id === id))];
  const touched = [...renewed.map(({ id }) => id), ...removed];
  const back = {
    put: touched.flatMap((id) => before.get(id) ?? []),
    remove: touched.filter((id) => !before.has(id)),
    ...(quiet !== undefined && { quiet: context.subscriptions.person(userId)?.quiet ?? null }),
  };
  const lastStep = await context.undos.last(userId);
  const key = await context.undos.keep(userId, back);
  try {
    await write(userId, { put: renewed, remove: removed, ...(quiet !== undefined && { quiet }) }, context);
  } catch (error) {
    await takeBack(userId, back, context);
    await restoreUndo(userId, lastStep, context);
    throw error;
  }
  await announceEnds(renewed, context);
  // Whatever was put off for the sake of what has changed is looked at again.
  context.wake([{ kind: 'user', id: userId }]);
  await context.greet(userId);
  return key;
}

/** What could not be saved takes no place in what can be undone. */
export async function restoreUndo(
  userId: string,
  step: KeptUndo | null,
  context: Pick<CommandContext, 'undos' | 'log'>,
) {
  try {
    await context.undos.restore(userId, step);
  } catch (error) {
    context.log.warn({ err: error }, 'The last change of watches cannot be undone any more');
  }
}

/** Only what was changed: where nothing was, nothing has to be written. @throws UserError where it cannot be taken back */
async function takeBack(userId: string, back: UndoStep, context: Keeping): Promise<void> {
  const stands = new Map(context.subscriptions.watchesOf(userId).map((watch) => [watch.id, watch]));
  const put = back.put.filter((watch) => stands.get(watch.id) !== watch);
  const remove = back.remove.filter((id) => stands.has(id));
  try {
    // Quiet hours are written last: what failed did not change them.
    await write(userId, { put, remove }, context);
  } catch (error) {
    context.log.error({ err: error }, 'A change of watches was saved in part and could not be taken back');
    throw new UserError(
      'Crier could save only a part of this. `/watch list` shows what you have now; `/watch undo` takes that part back.',
    );
  }
}

/** A watch that tells once and has told is done for good: asked for anew, it is another one. */
async function renew(
  watches: readonly Watch[],
  { journal }: Pick<CommandContext, 'journal'>,
): Promise<readonly Watch[]> {
  return Promise.all(
    watches.map(async (watch) =>
      watch.repeat === 'once' && (await journal.lastDeliveredAt(watch.id)) !== null ? { ...watch, id: newId() } : watch,
    ),
  );
}

async function write(userId: string, { put, remove, quiet }: UndoStep, { settings }: Keeping): Promise<void> {
  for (const watch of put) await settings.putWatch(watch);
  for (const id of remove) await settings.removeWatch(id);
  if (quiet !== undefined) await settings.putPerson({ id: userId, quiet });
}

/**
 * A day before a watch ends, or a quarter of a shorter life, its owner is told. The news waits in the journal until then,
 * once for each end.
 */
async function announceEnds(watches: readonly Watch[], { journal, now, log }: Keeping): Promise<void> {
  try {
    for (const { id, userId, expiresAt } of watches) {
      if (expiresAt === null || expiresAt <= now()) continue;
      const target = { kind: 'user', id: userId } as const;
      if (await isAnnounced(target, id, expiresAt, journal)) continue;
      const dueAt = Math.round(expiresAt - Math.min(DAY_MS, (expiresAt - now()) / 4));
      const cause = { kind: 'expiring', at: dueAt, expiresAt } as const;
      await journal.record({ changes: [], notices: [{ target, cause, subscriptionIds: [id], dueAt }] });
    }
  } catch (error) {
    // The watch itself is saved; its list shows the end.
    log.error({ err: error }, 'The end of a watch could not be announced');
  }
}

async function isAnnounced(
  target: Target,
  watchId: string,
  expiresAt: number,
  journal: CommandContext['journal'],
): Promise<boolean> {
  const known = await journal.noticesOf(target, NOTICES, watchId);
  return known.some(
    ({ notice: { cause }, end }) => end === null && cause.kind === 'expiring' && cause.expiresAt === expiresAt,
  );
}

/** What makes two watches the same wish; how often and how long is not part of it. */
function sameWish({ item, trigger, price, filter }: WatchDraft): string {
  return [trigger, price, item?.type, item?.key, filterKey(filter)].join(' ');
}
