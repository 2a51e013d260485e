import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import { isEmptyPerson, type Person } from '../routing/person.ts';

interface PersonParts {
  readonly subscriptions: Pick<Subscriptions, 'person'>;
  readonly settings: Pick<Settings, 'putPerson' | 'removePerson'>;
  readonly transactions: SettingsTransactions;
}

/**
 * Changes a user's own settings in one transaction, so that parts that another process changes meanwhile are kept.
 * @param change returns the new settings
 * @returns the saved settings
 * @throws NotSaved, and any error of `change`
 */
export function changePerson(
  userId: string,
  { subscriptions, settings, transactions }: PersonParts,
  change: (person: Person) => Person,
): Promise<Person> {
  return transactions.run(`user:${userId}`, async () => {
    const changed = change((await subscriptions.person(userId)) ?? { id: userId, quiet: null });
    await savePerson(changed, settings);
    return changed;
  });
}

/** Saves a person within a transaction, or deletes the record if it holds nothing. */
export async function savePerson(person: Person, settings: PersonParts['settings']): Promise<void> {
  if (isEmptyPerson(person)) await settings.removePerson(person.id);
  else await settings.putPerson(person);
}
