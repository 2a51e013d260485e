import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { RetriedRefusals } from '../ports/outbox.ts';
import type { Addresses, Queries } from '../ports/queries.ts';
import type { KeptUndo, Settings, SettingsTransactions, Subscriptions, UndoStep, Undos } from '../ports/settings.ts';
import type { Target } from '../routing/notice.ts';
import type { Person } from '../routing/person.ts';
import type { QuietHours } from '../routing/quiet.ts';
import type { Watch } from '../routing/watch.ts';
import { savePerson } from './person-changes.ts';
import { announceEnds } from './watch-ends.ts';
import { newId } from './watches.ts';
import { weeklyCheckpoint } from './weekly.ts';

export interface WatchChangesParts {
  readonly subscriptions: Pick<Subscriptions, 'watchesOf' | 'person'>;
  /** A write also updates `subscriptions`. */
  readonly settings: Pick<Settings, 'putWatch' | 'removeWatch' | 'putPerson' | 'removePerson'>;
  readonly undos: Undos;
  readonly transactions: SettingsTransactions;
  readonly journal: Pick<Journal, 'lastDelivered' | 'noticesOf' | 'enqueue' | 'waiting'>;
  /** Lets delivery reconsider these targets. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Opens a user's direct messages early. Never rejects. */
  readonly openDirectMessages: (userId: string) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * A change of a user's watches or quiet hours, or a function that computes it in the transaction and throws to refuse
 * it.
 */
export type WatchChange = Partial<UndoStep> | ((watches: readonly Watch[]) => Partial<UndoStep>);

/** The result of an undo. `gone`: everything that it would have undone was removed already. */
export type UndoOutcome =
  | { readonly kind: 'nothing-kept' | 'gone' }
  | {
      readonly kind: 'undone';
      readonly put: readonly Watch[];
      readonly removed: readonly Watch[];
      readonly quiet?: QuietHours | null;
    };

/**
 * Changes a user's watches and quiet hours, together with the step that undoes the change and the notices of ends. Each
 * change is one settings transaction: all of it is saved, or nothing.
 */
export class WatchChanges {
  readonly #parts: WatchChangesParts;

  constructor(parts: WatchChangesParts) {
    this.#parts = parts;
  }

  /**
   * Saves a change of a user's watches or quiet hours, and the step that undoes it.
   * @returns the key of the undo step
   * @throws NotSaved, and any error of `wanted`
   */
  async change(userId: string, wanted: WatchChange): Promise<string> {
    const { undos, subscriptions } = this.#parts;
    const key = await this.#transact(userId, async () => {
      const change = typeof wanted === 'function' ? wanted(await subscriptions.watchesOf(userId)) : wanted;
      const last = await undos.last(userId);
      return last !== null && (await this.#isDone(userId, change, last)) ? last.key : this.#save(userId, change);
    });
    await this.#follow(userId);
    return key;
  }

  /**
   * Undoes a user's last change; with `key` only if it is still that one. The undo can be undone.
   * @throws NotSaved
   */
  async undo(userId: string, key?: string): Promise<UndoOutcome> {
    const outcome = await this.#transact(userId, () => this.#undo(userId, key));
    if (outcome.kind === 'undone') await this.#follow(userId);
    return outcome;
  }

  /** @returns the step that undoes a user's last change, or null if there is none */
  async last(userId: string): Promise<UndoStep | null> {
    return (await this.#parts.undos.last(userId))?.step ?? null;
  }

  /**
   * Saves the language of a user's last command for all of their watches and their weekly message; the one that they
   * have set goes before it. Never rejects, because the next command tries again.
   * @param locale as Discord names it
   */
  async saveLanguage(userId: string, locale: string): Promise<void> {
    const { subscriptions, settings, log } = this.#parts;
    const findOthers = async () => {
      const person = await subscriptions.person(userId);
      const spoken = person?.language ?? locale;
      const watches = (await subscriptions.watchesOf(userId)).filter((watch) => watch.locale !== spoken);
      const { weekly } = person ?? {};
      const isWeeklyOther = weekly !== undefined && weekly.locale !== spoken;
      return {
        watches: watches.map((watch) => ({ ...watch, locale: spoken })),
        people: person && isWeeklyOther ? [{ ...person, weekly: { ...weekly, locale: spoken } }] : [],
      };
    };
    try {
      const { watches, people } = await findOthers();
      if (watches.length === 0 && people.length === 0) return;
      await this.#transact(userId, async () => {
        const now = await findOthers();
        for (const watch of now.watches) await settings.putWatch(watch);
        for (const person of now.people) await settings.putPerson(person);
      });
    } catch (error) {
      log.warn({ err: error }, 'Could not save the language of watches');
    }
  }

  /**
   * Deletes a user's watches, quiet hours and undo step.
   * @returns the deleted watches
   * @throws NotSaved
   */
  forget(userId: string): Promise<readonly Watch[]> {
    const { subscriptions, settings, undos } = this.#parts;
    return this.#transact(userId, async () => {
      const watches = await subscriptions.watchesOf(userId);
      for (const { id } of watches) await settings.removeWatch(id);
      await settings.removePerson(userId);
      await undos.forget(userId);
      return watches;
    });
  }

  #transact<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.#parts.transactions.run(`user:${userId}`, work);
  }

  async #undo(userId: string, key: string | undefined): Promise<UndoOutcome> {
    const { undos, subscriptions } = this.#parts;
    const kept = await undos.last(userId);
    if (kept === null || (key !== undefined && kept.key !== key)) return { kind: 'nothing-kept' };
    const { put, remove, quiet } = kept.step;
    const removed = (await subscriptions.watchesOf(userId)).filter(({ id }) => remove.includes(id));
    if (put.length === 0 && removed.length === 0 && quiet === undefined) {
      await undos.take(userId, kept.key);
      return { kind: 'gone' };
    }
    await this.#save(userId, kept.step);
    return { kind: 'undone', put, removed, ...(quiet !== undefined && { quiet }) };
  }

  /**
   * Whether the change only removes watches that the last change has removed: a button was pressed twice, and one step
   * must undo it.
   */
  async #isDone(userId: string, { put = [], remove = [], quiet }: Partial<UndoStep>, last: KeptUndo): Promise<boolean> {
    if (put.length > 0 || quiet !== undefined || remove.length === 0) return false;
    const currentIds = new Set((await this.#parts.subscriptions.watchesOf(userId)).map(({ id }) => id));
    return remove.every((id) => !currentIds.has(id) && last.step.put.some((watch) => watch.id === id));
  }

  /** Wakes delivery for a user after a change, and opens their direct messages. */
  async #follow(userId: string): Promise<void> {
    this.#parts.wake([{ kind: 'user', id: userId }]);
    await this.#parts.openDirectMessages(userId);
  }

  async #save(userId: string, change: Partial<UndoStep>): Promise<string> {
    const writes = await this.#withRenewed(change);
    const person = (await this.#parts.subscriptions.person(userId)) ?? { id: userId, quiet: null };
    const key = await this.#parts.undos.keep(userId, await this.#stepBack(person, writes));
    await this.#write(person, writes);
    await announceEnds(writes.put, this.#parts);
    return key;
  }

  /**
   * Gives a new id to a one-time watch that was delivered and is asked for again. The delivered watch is done for good,
   * and the new one replaces it.
   */
  async #withRenewed({ put = [], remove = [], ...rest }: Partial<UndoStep>): Promise<UndoStep> {
    const once = put.filter(({ repeat }) => repeat === 'once');
    const delivered = await this.#parts.journal.lastDelivered(once.map(({ id }) => id));
    const renewed = put.map((watch) => (delivered.has(watch.id) ? { ...watch, id: newId() } : watch));
    const replaced = put.map(({ id }) => id).filter((id) => !renewed.some((watch) => watch.id === id));
    return { put: renewed, remove: [...remove, ...replaced], ...rest };
  }

  /** @returns the step that restores the present state once `put`, `remove` and `quiet` are written */
  async #stepBack(person: Person, { put, remove, quiet }: UndoStep): Promise<UndoStep> {
    const before = new Map((await this.#parts.subscriptions.watchesOf(person.id)).map((watch) => [watch.id, watch]));
    const touched = [...put.map(({ id }) => id), ...remove];
    return {
      put: touched.flatMap((id) => before.get(id) ?? []),
      remove: touched.filter((id) => !before.has(id)),
      ...(quiet !== undefined && { quiet: person.quiet }),
    };
  }

  async #write(person: Person, { put, remove, quiet }: UndoStep): Promise<void> {
    const { settings } = this.#parts;
    for (const watch of put) await settings.putWatch(watch);
    for (const id of remove) await settings.removeWatch(id);
    if (quiet !== undefined) await savePerson({ ...person, quiet }, settings);
  }
}

interface ForgetParts {
  readonly subscriptions: Pick<Subscriptions, 'person' | 'watchesOf'>;
  readonly watchChanges: Pick<WatchChanges, 'forget'>;
  readonly queries: Pick<Queries, 'forget'>;
  readonly addresses: Pick<Addresses, 'forget'>;
  readonly journal: Pick<Journal, 'forget' | 'removeCheckpoints'>;
  readonly retriedRefusals: Pick<RetriedRefusals, 'end'>;
  readonly resume: (target: Target) => Promise<unknown>;
}

/**
 * Deletes all data of a user for good. If it fails halfway it can be repeated: the watches, which are returned to the
 * user, are deleted last.
 * @returns the deleted watches and own settings, which are null if there were none
 * @throws NotSaved, NotWritten
 */
export async function forgetPerson(
  userId: string,
  { subscriptions, watchChanges, queries, addresses, journal, retriedRefusals, resume }: ForgetParts,
): Promise<{ readonly watches: readonly Watch[]; readonly person: Person | null }> {
  const target = { kind: 'user', id: userId } as const;
  const person = await subscriptions.person(userId);
  await queries.forget(userId);
  await addresses.forget(userId);
  const known = await subscriptions.watchesOf(userId);
  const forgetNotices = (of: readonly Watch[]) =>
    journal.forget(
      target,
      of.map(({ id }) => id),
    );
  await forgetNotices(known);
  const watches = await watchChanges.forget(userId);
  // Deletes notices that these watches received meanwhile.
  await forgetNotices(watches);
  await journal.removeCheckpoints([weeklyCheckpoint(userId)]);
  await retriedRefusals.end(target);
  await resume(target);
  return { watches, person };
}
