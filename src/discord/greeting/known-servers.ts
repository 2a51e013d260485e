import type { Journal } from '../../ports/journal.ts';
import type { Shards } from '../gateway/shards.ts';

/** A server, and when Crier joined it, epoch ms; null: Discord has not said it yet. */
export interface JoinedServer {
  readonly id: string;
  readonly joinedAt: number | null;
}

/** The note of a server that was there at the upgrade, and which Discord did not show just then. */
const ANY_TIME = 0;
const BEGUN = 'servers-known';

/** Marks a new store: all servers are new, also those that are there at the first login. */
export function greetAll(journal: Pick<Journal, 'saveNumbers'>): Promise<void> {
  return journal.saveNumbers({ [BEGUN]: 1 });
}

/**
 * Remembers, through restarts, the servers of some shards that were greeted, or that were there before Crier greeted
 * any. A server that Crier left and joined again is new.
 */
export class KnownServers {
  readonly #journal: Pick<Journal, 'saveNumbers' | 'savedNumber'>;
  readonly #begun: string;

  constructor(journal: Pick<Journal, 'saveNumbers' | 'savedNumber'>, { shards, total }: Shards) {
    this.#journal = journal;
    this.#begun = shards.length === total ? BEGUN : `${BEGUN}:${shards.join()}/${total}`;
  }

  /**
   * To be called with all servers of these shards before the first is asked for: those present at the upgrade are
   * known.
   */
  async begin(servers: readonly JoinedServer[]): Promise<void> {
    if (await this.#hasBegun()) return;
    const present = servers.map((server) => [numberName(server), server.joinedAt ?? ANY_TIME]);
    await this.#journal.saveNumbers({ ...Object.fromEntries(present), [this.#begun]: 1 });
  }

  /** Until those present at the upgrade are noted, all count as known: a full disk must not greet them. */
  async has(server: JoinedServer): Promise<boolean> {
    if (!(await this.#hasBegun())) return true;
    const joinedAt = await this.#journal.savedNumber(numberName(server));
    if (joinedAt === ANY_TIME) await this.add(server);
    return joinedAt === ANY_TIME || joinedAt === server.joinedAt;
  }

  async add(server: JoinedServer): Promise<void> {
    await this.#journal.saveNumbers({ [numberName(server)]: server.joinedAt ?? ANY_TIME });
  }

  /** With some shards or with all of them. */
  async #hasBegun(): Promise<boolean> {
    const names = new Set([BEGUN, this.#begun]);
    for (const name of names) if ((await this.#journal.savedNumber(name)) !== null) return true;
    return false;
  }
}

function numberName({ id }: JoinedServer): string {
  return `greeted:${id}`;
}
