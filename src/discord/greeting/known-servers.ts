import type { Journal } from '../../ports/journal.ts';

/** A server, and when Crier joined it, epoch ms; null: Discord has not said it yet. */
export interface JoinedServer {
  readonly id: string;
  readonly joinedAt: number | null;
}

/** The note of a server that was there at the upgrade, and which Discord did not show just then. */
const ANY_TIME = 0;
const BEGUN = 'servers-known';

/** Which servers were greeted, or were there before Crier greeted anybody; through restarts. One that was left and joined again is new. */
export class KnownServers {
  readonly #journal: Pick<Journal, 'note' | 'noted'>;

  /** @param isNewStore to whoever begins with it all servers are new, those too that are there at the first login */
  static async open(journal: Pick<Journal, 'note' | 'noted'>, isNewStore: boolean): Promise<KnownServers> {
    if (isNewStore) await journal.note({ [BEGUN]: 1 });
    return new KnownServers(journal);
  }

  private constructor(journal: Pick<Journal, 'note' | 'noted'>) {
    this.#journal = journal;
  }

  /** To be called with all servers before the first is asked for: those present at the upgrade are known. */
  async begin(servers: readonly JoinedServer[]): Promise<void> {
    if ((await this.#journal.noted(BEGUN)) !== null) return;
    const present = servers.map((server) => [nameOf(server), server.joinedAt ?? ANY_TIME]);
    await this.#journal.note({ ...Object.fromEntries(present), [BEGUN]: 1 });
  }

  /** Until those present at the upgrade are noted, all count as known: a full disk must not greet them. */
  async has(server: JoinedServer): Promise<boolean> {
    if ((await this.#journal.noted(BEGUN)) === null) return true;
    const joinedAt = await this.#journal.noted(nameOf(server));
    if (joinedAt === ANY_TIME) await this.add(server);
    return joinedAt === ANY_TIME || joinedAt === server.joinedAt;
  }

  async add(server: JoinedServer): Promise<void> {
    await this.#journal.note({ [nameOf(server)]: server.joinedAt ?? ANY_TIME });
  }
}

function nameOf({ id }: JoinedServer): string {
  return `greeted:${id}`;
}
