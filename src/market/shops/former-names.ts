import { playerKey } from '../player.ts';
import type { Owner } from './shop.ts';

/** Names remembered at most. */
const MOST = 20_000;

/**
 * Names that owners of shops had in earlier snapshots, so that a player is found by them. Names are only ever added, so that
 * all markets may share one of these.
 */
export class FormerNames {
  readonly #uuids = new Map<string, string>();

  /** Notes that a shop of `before` is one of `now`: the same player may be called otherwise. */
  note(before: Owner, now: Owner): void {
    if (before.name === now.name || before.name === null || before.uuid !== now.uuid) return;
    if (now.uuid === '') return;
    const name = playerKey(before.name);
    this.#uuids.delete(name);
    if (this.#uuids.size < MOST) this.#uuids.set(name, playerKey(now.uuid));
  }

  /** The uuid of the player who had this name last, in any case; null if none is known. */
  uuidOf(name: string): string | null {
    return this.#uuids.get(playerKey(name)) ?? null;
  }
}
