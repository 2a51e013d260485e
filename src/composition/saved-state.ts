import { openJournal } from '../journal/journal.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Settings, SettingsLack } from '../ports/settings.ts';
import { Subscriptions } from '../routing/subscriptions.ts';
import { assumeJustAsked } from '../service/shops/min-interval.ts';
import { countSettings } from '../store/counted-settings.ts';
import { PausedTargets } from '../subscriptions/paused-targets.ts';
import { keepInStep } from '../subscriptions/settings-in-memory.ts';
import type { CrierParts } from './parts.ts';

/** What earlier runs left: the journal, the settings and the subscriptions made of them. */
export interface SavedState {
  readonly journal: Journal;
  readonly subscriptions: Subscriptions;
  /** Writing here also updates `subscriptions`. */
  readonly settings: Settings;
  readonly settingsLack: () => SettingsLack | null;
  readonly paused: PausedTargets;
  /** When Crier first ran with this store, epoch ms. */
  readonly beganAt: number;
}

/** @throws OperatorFault where the journal was written by a newer Crier, or its tables cannot be made */
export async function openSavedState({ store, clock, log }: CrierParts): Promise<SavedState> {
  const now = () => clock.now();
  const journal = openJournal(store.events, now, log);
  const subscriptions = new Subscriptions();
  const counted = await countSettings(store.settings, journal, log, now());
  for (const feed of counted.feeds) subscriptions.putFeed(feed);
  for (const watch of counted.watches) subscriptions.putWatch(watch);
  for (const person of counted.people) subscriptions.putPerson(person);
  return {
    journal,
    subscriptions,
    settings: keepInStep(counted.settings, subscriptions),
    settingsLack: () => counted.lack(now()),
    beganAt: await firstStart(journal, store.wasUsed, log, now()),
    paused: await PausedTargets.open(journal),
  };
}

/**
 * When this journal was first used, epoch ms; one of the first release did not know. One that is new in a store that is not
 * has lost when the shops were asked for.
 */
async function firstStart(journal: Journal, wasUsed: boolean, log: Log, now: number): Promise<number> {
  const known = await journal.checkpoint('began');
  if (known !== null) return known;
  if (wasUsed && (await assumeJustAsked(journal, now))) {
    log.error(
      {},
      'The journal of this store is gone: what waited to be told, past trades and outages are not known any more',
    );
  }
  await journal.saveCheckpoint('began', now);
  return now;
}
