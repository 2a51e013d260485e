import { Condition } from '../log/condition.ts';
import type { Market } from '../market/market.ts';
import { weekOf } from '../market/my-shops/week.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Pauses } from '../ports/outbox.ts';
import type { OwnShops } from '../ports/own-shops.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { Target } from '../routing/notice.ts';
import { type Person, shopsOf } from '../routing/person.ts';
import { dueSpan, mayBeDue, weeklyCheckpoint } from '../subscriptions/weekly.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { DAY_MS, MINUTE_MS } from '../time/durations.ts';
import type { Job } from './job.ts';

const DUE_CHECK_EVERY_MS = 20_000;
/** Local clocks differ from UTC by whole quarters of an hour, so that 09:00 never lies within one. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;

export interface WeeklyParts {
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'people' | 'person' | 'watchesOf'>;
  readonly journal: Pick<Journal, 'checkpoint' | 'removeCheckpoints' | 'forget'>;
  readonly writer: Pick<Journal, 'record' | 'saveCheckpoint'>;
  readonly ownShops: Pick<OwnShops, 'report'>;
  readonly pauses: Pick<Pauses, 'codeOf'>;
  /** Called for targets with new notices. */
  readonly wake: (targets: readonly Target[]) => void;
  /** In epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Writes the message of a week for each user who asked for it, on Mondays at 09:00 of their time zone. Notice and
 * checkpoint are one transaction, so that a crash neither loses nor repeats a message.
 */
export function createWeeklyJob(parts: WeeklyParts): Job {
  const failing = new Condition({
    log: parts.log,
    begins: 'Weekly message not written, retrying',
    ends: 'Weekly messages written again',
  });
  let doneQuarter: number | null = null;
  return {
    name: 'weekly messages',
    firstAfterMs: 0,
    everyMs: DUE_CHECK_EVERY_MS,
    retryAfterMs: DUE_CHECK_EVERY_MS,
    async run() {
      const quarter = Math.floor(parts.now() / QUARTER_HOUR_MS);
      if (parts.market() === null || quarter === doneQuarter) return;
      if (await writeAll(await findDue(parts), failing, parts)) doneQuarter = quarter;
    },
  };
}

async function findDue({ subscriptions, now }: WeeklyParts): Promise<readonly Person[]> {
  const due: Person[] = [];
  const slice = new TimeSlice();
  for await (const person of subscriptions.people()) {
    if (mayBeDue(person, now())) due.push(person);
    await slice.yieldIfOver();
  }
  return due;
}

/** @returns whether all messages are written. One user's failure does not delay the others. */
async function writeAll(people: readonly Person[], failing: Condition, parts: WeeklyParts): Promise<boolean> {
  const slice = new TimeSlice();
  let areAllWritten = true;
  for (const person of people) {
    try {
      await writeIfDue(person, parts);
    } catch (error) {
      areAllWritten = false;
      failing.set(error, { user: person.id });
    }
    await slice.yieldIfOver();
  }
  if (areAllWritten) failing.clear();
  return areAllWritten;
}

async function writeIfDue({ id, player, weekly, language }: Person, parts: WeeklyParts): Promise<void> {
  const { journal, writer, ownShops, pauses, wake, now } = parts;
  const market = parts.market();
  const name = weeklyCheckpoint(id);
  const span = weekly && dueSpan(weekly, await journal.checkpoint(name), now());
  if (!weekly || !span) return;
  const target = { kind: 'user', id } as const;
  // Without a shop the week is over, so that a shop of next Thursday brings no message about it.
  if (player === undefined || (market !== null && shopsOf(player, market).length === 0)) {
    await writer.saveCheckpoint(name, span.until);
    return withdrawIfForgotten(target, parts);
  }
  // The message follows once Discord accepts messages to the user again.
  if ((await pauses.codeOf(target)) !== null) return;
  const { from, until } = span;
  const { report, outages, knownSince } = await ownShops.report(player, (until - from) / DAY_MS, null, until);
  const week = { ...weekOf(report, outages), from: knownSince ?? from };
  const at = now();
  const cause = { kind: 'weekly', at, player, locale: language ?? weekly.locale, week } as const;
  const notice = { target, cause, subscriptionIds: [], dueAt: at };
  await writer.record({ changes: [], notices: [notice], checkpoint: { name, at: until } });
  await withdrawIfForgotten(target, parts);
  wake([target]);
}

/** Deletes what was written for a user who was forgotten meanwhile. */
async function withdrawIfForgotten(target: Target, { subscriptions, journal }: WeeklyParts): Promise<void> {
  if ((await subscriptions.person(target.id)) !== null) return;
  await journal.removeCheckpoints([weeklyCheckpoint(target.id)]);
  if ((await subscriptions.watchesOf(target.id)).length === 0) await journal.forget(target, []);
}
