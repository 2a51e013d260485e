import type { FleetState } from '../ports/fleet.ts';
import type { Published, PublishedName } from '../ports/status.ts';

const PREFIX = 'published:';

/** What the processes on one store publish for each other. */
export class SharedPublished implements Published {
  readonly #fleetState: Pick<FleetState, 'put' | 'all'>;
  readonly #unwritten = new Map<PublishedName, unknown>();
  readonly #followers: { readonly name: PublishedName; readonly heard: (value: unknown) => void }[] = [];
  /** As JSON. */
  readonly #known = new Map<PublishedName, string>();

  constructor(fleetState: Pick<FleetState, 'put' | 'all'>) {
    this.#fleetState = fleetState;
  }

  put(name: PublishedName, value: unknown): void {
    this.#unwritten.set(name, value);
    this.#hear(name, value);
  }

  follow(name: PublishedName, heard: (value: unknown) => void): void {
    this.#followers.push({ name, heard });
    const json = this.#known.get(name);
    if (json !== undefined) heard(JSON.parse(json));
  }

  /** Writes what was put, and hears what others have; to be called from time to time. What fails is done the next time. */
  async exchange(): Promise<void> {
    for (const [name, value] of [...this.#unwritten]) {
      await this.#fleetState.put(PREFIX + name, value);
      if (this.#unwritten.get(name) === value) this.#unwritten.delete(name);
    }
    for (const [key, { value }] of await this.#fleetState.all(PREFIX)) {
      const name = key.slice(PREFIX.length);
      // What was put meanwhile is newer.
      if (isPublished(name) && !this.#unwritten.has(name)) this.#hear(name, value);
    }
  }

  #hear(name: PublishedName, value: unknown): void {
    const json = JSON.stringify(value);
    if (this.#known.get(name) === json) return;
    this.#known.set(name, json);
    for (const follower of this.#followers) if (follower.name === name) follower.heard(value);
  }
}

/** Another version may publish more. */
function isPublished(name: string): name is PublishedName {
  return name === 'commands' || name === 'icons';
}
