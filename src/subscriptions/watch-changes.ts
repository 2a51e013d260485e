import { isDeepStrictEqual } from 'node:util';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type {
  KeptUndo,
  Settings,
  Subscriptions,
  Turns,
  UndoStep,
  Undos,
  UnfinishedChange,
  UnfinishedChanges,
} from '../ports/settings.ts';
import type { Target } from '../routing/notice.ts';
import type { QuietHours } from '../routing/quiet.ts';
import type { Watch } from '../routing/watch.ts';
import { announceEnds } from './expiry-notices.ts';
import { newId } from './new-watch.ts';
import { SavedInPart } from './saved-in-part.ts';

export interface WatchChangesParts {
  readonly subscriptions: Pick<Subscriptions, 'watchesOf' | 'person'>;
  /** Whose writes show in `subscriptions`. */
  readonly settings: Pick<Settings, 'putWatch' | 'removeWatch' | 'putPerson' | 'removePerson'>;
  readonly undos: Undos;
  readonly turns: Turns;
  /** null: a turn is all or nothing by itself. */
  readonly unfinished: UnfinishedChanges | null;
  readonly journal: Pick<Journal, 'lastDelivered' | 'noticesOf' | 'tell' | 'waiting'>;
  /** Whatever was put off for these targets is looked at again. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Opens a person's direct messages early; never rejects. */
  readonly openDirectMessages: (userId: string) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/** A change of somebody's watches or quiet hours, made of the watches that they have when its turn comes; throws to refuse it. */
export type WatchChange = Partial<UndoStep> | ((watches: readonly Watch[]) => Partial<UndoStep>);

/** What an undo did. `gone`: all that it would have taken back was gone already. */
export type UndoOutcome =
  | { readonly kind: 'nothing-kept' | 'gone' }
  | {
      readonly kind: 'undone';
      readonly put: readonly Watch[];
      readonly removed: readonly Watch[];
      readonly quiet?: QuietHours | null;
    };

/**
 * Changes people's watches and quiet hours, all of a change or nothing, with the step that takes it back and the notices of
 * ends. Where a turn is not all or nothing by itself, the records are written one after the other: before the first, what takes
 * them back is written down as unfinished; after the last, that is deleted. What fails halfway is taken back at once, what a
 * kill cut short at the next start. The changes of one person are made one after another.
 */
export class WatchChanges {
  readonly #parts: WatchChangesParts;

  constructor(parts: WatchChangesParts) {
    this.#parts = parts;
  }

  /**
   * Saves a change of a person's watches or quiet hours, and how to undo it.
   * @returns the key of the undo step
   * @throws NotSaved where nothing was changed, SavedInPart where a part of it was and could not be taken back; what `wanted` throws
   */
  async change(userId: string, wanted: WatchChange): Promise<string> {
    const { undos, subscriptions } = this.#parts;
    const key = await this.#inTurn(userId, async () => {
      const change = typeof wanted === 'function' ? wanted(await subscriptions.watchesOf(userId)) : wanted;
      const last = await undos.last(userId);
      return last !== null && (await this.#isDone(userId, change, last)) ? last.key : this.#save(userId, change, last);
    });
    await this.#follow(userId);
    return key;
  }

  /**
   * Undoes a person's last change; with `key` only if it is still that one. The undo can be undone.
   * @throws as `change` does
   */
  async undo(userId: string, key?: string): Promise<UndoOutcome> {
    const outcome = await this.#inTurn(userId, () => this.#undo(userId, key));
    if (outcome.kind === 'undone') await this.#follow(userId);
    return outcome;
  }

  /**
   * A person's watches tell in the language of their last command (`product.md`, rule 7). `locale`: as Discord says it. What
   * cannot be written is said in the log, and stays for the next command.
   */
  async speak(userId: string, locale: string): Promise<void> {
    const { subscriptions, settings, log } = this.#parts;
    const others = async () => (await subscriptions.watchesOf(userId)).filter((watch) => watch.locale !== locale);
    try {
      if ((await others()).length === 0) return;
      await this.#inTurn(userId, async () => {
        // One by one, as they stand then: one that is put away meanwhile, since it has told, must not come back.
        for (let [watch] = await others(); watch !== undefined; [watch] = await others()) {
          await settings.putWatch({ ...watch, locale });
        }
      });
    } catch (error) {
      log.warn({ err: error }, 'The watches of a person keep their old language');
    }
  }

  /** Takes back what a kill cut short; to be called once, before anything else is changed. */
  async recover(): Promise<void> {
    const { unfinished } = this.#parts;
    if (unfinished === null) return;
    for (const change of await unfinished.all()) {
      try {
        await this.#takeBack(change, unfinished);
        this.#parts.log.info({ user: change.id }, 'A change of watches that was cut short is taken back');
      } catch (error) {
        // It is said in the log and stays unfinished: the next start tries again.
        if (!(error instanceof SavedInPart)) throw error;
      }
    }
  }

  /** Deletes a person's watches and quiet hours, and how to take them back. @returns the watches. @throws NotSaved */
  forget(userId: string): Promise<readonly Watch[]> {
    const { subscriptions, settings, undos, unfinished } = this.#parts;
    return this.#inTurn(userId, async () => {
      // First: should a kill cut this short, the next start brings nothing back.
      await unfinished?.finish(userId);
      const watches = await subscriptions.watchesOf(userId);
      for (const { id } of watches) await settings.removeWatch(id);
      await settings.removePerson(userId);
      await undos.forget(userId);
      return watches;
    });
  }

  #inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.#parts.turns.run(`user:${userId}`, work);
  }

  /** The step stays until that which undoes the undo takes its place: a kill in between loses neither. */
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
    await this.#save(userId, kept.step, kept);
    return { kind: 'undone', put, removed, ...(quiet !== undefined && { quiet }) };
  }

  /** Whether it removes only what the last change has removed: a button was pressed twice, and there is one step to undo. */
  async #isDone(userId: string, { put = [], remove = [], quiet }: Partial<UndoStep>, last: KeptUndo): Promise<boolean> {
    if (put.length > 0 || quiet !== undefined || remove.length === 0) return false;
    const stands = new Set((await this.#parts.subscriptions.watchesOf(userId)).map(({ id }) => id));
    return remove.every((id) => !stands.has(id) && last.step.put.some((watch) => watch.id === id));
  }

  /** What a change of theirs is followed by: what waits for them is looked at again. */
  async #follow(userId: string): Promise<void> {
    this.#parts.wake([{ kind: 'user', id: userId }]);
    await this.#parts.openDirectMessages(userId);
  }

  async #save(userId: string, change: Partial<UndoStep>, lastUndo: KeptUndo | null): Promise<string> {
    const { unfinished } = this.#parts;
    const writes = await this.#withRenewed(change);
    const back = await this.#stepBack(userId, writes);
    if (unfinished === null) return this.#writeAll(userId, writes, back);
    try {
      await unfinished.begin({ id: userId, back, lastUndo });
      const key = await this.#writeAll(userId, writes, back);
      await unfinished.finish(userId);
      return key;
    } catch (error) {
      await this.#takeBack({ id: userId, back, lastUndo }, unfinished);
      throw error;
    }
  }

  async #writeAll(userId: string, writes: UndoStep, back: UndoStep): Promise<string> {
    const key = await this.#parts.undos.keep(userId, back);
    await this.#write(userId, writes);
    await announceEnds(writes.put, this.#parts);
    return key;
  }

  /** A watch that tells once and has told is done for good: asked for anew, it is another one, and takes its place. */
  async #withRenewed({ put = [], remove = [], ...rest }: Partial<UndoStep>): Promise<UndoStep> {
    const once = put.filter(({ repeat }) => repeat === 'once');
    const told = await this.#parts.journal.lastDelivered(once.map(({ id }) => id));
    const renewed = put.map((watch) => (told.has(watch.id) ? { ...watch, id: newId() } : watch));
    const replaced = put.map(({ id }) => id).filter((id) => !renewed.some((watch) => watch.id === id));
    return { put: renewed, remove: [...remove, ...replaced], ...rest };
  }

  /** What brings back what stands now, once `put`, `remove` and `quiet` are written. */
  async #stepBack(userId: string, { put, remove, quiet }: UndoStep): Promise<UndoStep> {
    const { subscriptions } = this.#parts;
    const before = new Map((await subscriptions.watchesOf(userId)).map((watch) => [watch.id, watch]));
    const touched = [...put.map(({ id }) => id), ...remove];
    return {
      put: touched.flatMap((id) => before.get(id) ?? []),
      remove: touched.filter((id) => !before.has(id)),
      ...(quiet !== undefined && { quiet: (await subscriptions.person(userId))?.quiet ?? null }),
    };
  }

  /**
   * Only what was changed: where nothing was, nothing has to be written.
   * @throws SavedInPart where it cannot be taken back; it stays unfinished, and can be undone
   */
  async #takeBack({ id: userId, back, lastUndo }: UnfinishedChange, unfinished: UnfinishedChanges): Promise<void> {
    const { log, subscriptions } = this.#parts;
    const stands = new Map((await subscriptions.watchesOf(userId)).map((watch) => [watch.id, watch]));
    const quietNow = (await subscriptions.person(userId))?.quiet ?? null;
    try {
      await this.#write(userId, {
        put: back.put.filter((watch) => !isDeepStrictEqual(stands.get(watch.id), watch)),
        remove: back.remove.filter((id) => stands.has(id)),
        ...(back.quiet !== undefined && !isDeepStrictEqual(back.quiet, quietNow) && { quiet: back.quiet }),
      });
    } catch (error) {
      log.error({ err: error }, 'A change of watches was saved in part and could not be taken back');
      throw new SavedInPart(error);
    }
    await this.#restoreUndo(userId, lastUndo);
    try {
      await unfinished.finish(userId);
    } catch (error) {
      log.warn({ err: error }, 'That a change was taken back could not be noted: the next start looks at it again');
    }
  }

  /** What could not be saved takes no place in what can be undone. */
  async #restoreUndo(userId: string, step: KeptUndo | null): Promise<void> {
    const { undos, log } = this.#parts;
    try {
      if (!isDeepStrictEqual(await undos.last(userId), step)) await undos.restore(userId, step);
    } catch (error) {
      log.warn({ err: error }, 'The last change of watches cannot be undone any more');
    }
  }

  async #write(userId: string, { put, remove, quiet }: UndoStep): Promise<void> {
    const { settings } = this.#parts;
    for (const watch of put) await settings.putWatch(watch);
    for (const id of remove) await settings.removeWatch(id);
    if (quiet !== undefined) await settings.putPerson({ id: userId, quiet });
  }
}
