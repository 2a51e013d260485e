import { isDeepStrictEqual } from 'node:util';
import type { Market } from '../market/market.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Person } from '../routing/person.ts';
import { changePerson } from '../subscriptions/person-changes.ts';
import { playerNow } from '../subscriptions/player-names.ts';
import { TimeSlice } from '../time/cooperate.ts';
import type { Job } from './job.ts';

const PLAYERS_EVERY_MS = 60_000;

export interface NamedPlayersParts {
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'people' | 'person'>;
  readonly settings: Pick<Settings, 'putPerson' | 'removePerson'>;
  readonly transactions: SettingsTransactions;
}

/**
 * Compares the players that users say to be with each new list of shops: learns their uuids and follows their renames,
 * so that another player who takes an old name gets nobody's shops.
 */
export function createNamedPlayersJob(parts: NamedPlayersParts): Job {
  let compared: Market | null = null;
  return {
    name: 'players of users',
    firstAfterMs: 0,
    everyMs: PLAYERS_EVERY_MS,
    retryAfterMs: PLAYERS_EVERY_MS,
    async run() {
      const market = parts.market();
      if (market === null || market === compared) return;
      const slice = new TimeSlice();
      const errors: unknown[] = [];
      for await (const person of parts.subscriptions.people()) {
        const isOld = !isDeepStrictEqual(withPlayerNow(person, market), person);
        // One record that cannot be saved must not keep the others from being compared.
        if (isOld) {
          await changePerson(person.id, parts, (now) => withPlayerNow(now, market)).catch((error: unknown) => {
            errors.push(error);
          });
        }
        await slice.yieldIfOver();
      }
      if (errors.length > 0) throw errors[0];
      compared = market;
    },
  };
}

function withPlayerNow(person: Person, market: Market): Person {
  return person.player === undefined ? person : { ...person, player: playerNow(person.player, market) };
}
