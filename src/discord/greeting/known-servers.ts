import type { Journal } from '../../ports/journal.ts';
import { GREETED } from '../../subscriptions/removed-servers.ts';
import type { Shards } from '../gateway/shards.ts';

export interface JoinedServer {
  readonly id: string;
  /** The time when Crier joined (epoch ms), or null while Discord has not sent it. */
  readonly joinedAt: number | null;
}

/** Saved in place of the joining time of a server that was in an outage at the upgrade. */
const ANY_JOINING_TIME = 0;
const BEGUN_CHECKPOINT = 'servers-known';

/** Marks a new store, so that the servers present at the first login count as new too. */
export function greetAll(journal: Pick<Journal, 'saveNumbers'>): Promise<void> {
  return journal.saveNumbers({ [BEGUN_CHECKPOINT]: 1 });
}

/**
 * Stores which servers of some shards were greeted, or were present before Crier sent greetings. A server that Crier
 * left and joined again counts as new.
 */
export class KnownServers {
  readonly #journal: Pick<Journal, 'saveNumbers' | 'savedNumber'>;
  readonly #begun: string;

  constructor(journal: Pick<Journal, 'saveNumbers' | 'savedNumber'>, { shards, total }: Shards) {
    this.#journal = journal;
    this.#begun = shards.length === total ? BEGUN_CHECKPOINT : `${BEGUN_CHECKPOINT}:${shards.join()}/${total}`;
  }

  /**
   * Saves the servers present at the upgrade as known. To be called with all servers of these shards before the first
   * `has`.
   */
  async begin(servers: readonly JoinedServer[]): Promise<void> {
    if (await this.#hasBegun()) return;
    const present = servers.map((server) => [greetedCheckpoint(server), server.joinedAt ?? ANY_JOINING_TIME]);
    await this.#journal.saveNumbers({ ...Object.fromEntries(present), [this.#begun]: 1 });
  }

  /** All servers count as known until `begin` has saved those present, so that a full disk causes no greetings. */
  async has(server: JoinedServer): Promise<boolean> {
    if (!(await this.#hasBegun())) return true;
    const joinedAt = await this.#journal.savedNumber(greetedCheckpoint(server));
    if (joinedAt === ANY_JOINING_TIME) await this.add(server);
    return joinedAt === ANY_JOINING_TIME || joinedAt === server.joinedAt;
  }

  async add(server: JoinedServer): Promise<void> {
    await this.#journal.saveNumbers({ [greetedCheckpoint(server)]: server.joinedAt ?? ANY_JOINING_TIME });
  }

  /** @returns whether `begin` was saved, by these shards or by a client of all shards */
  async #hasBegun(): Promise<boolean> {
    const names = new Set([BEGUN_CHECKPOINT, this.#begun]);
    for (const name of names) if ((await this.#journal.savedNumber(name)) !== null) return true;
    return false;
  }
}

function greetedCheckpoint({ id }: JoinedServer): string {
  return `${GREETED}${id}`;
}
