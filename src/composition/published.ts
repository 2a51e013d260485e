import type { KnownIcons } from '../discord/icons/icons.ts';
import type { Languages } from '../language/languages.ts';
import type { FleetState } from '../ports/fleet.ts';
import type { Published, PublishedName } from '../ports/status.ts';

const PREFIX = 'published:';

/** The ids that a process publishes to itself, alone on its store. */
export class OwnPublished implements Published {
  readonly #values = new Map<PublishedName, unknown>();
  readonly #followers = new Map<PublishedName, ((value: unknown) => void)[]>();

  put(name: PublishedName, value: unknown): void {
    this.#values.set(name, value);
    for (const heard of this.#followers.get(name) ?? []) heard(value);
  }

  follow(name: PublishedName, heard: (value: unknown) => void): void {
    this.#followers.set(name, [...(this.#followers.get(name) ?? []), heard]);
    if (this.#values.has(name)) heard(this.#values.get(name));
  }
}

/** The ids that processes on one store publish to each other. */
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

  /** Writes the values put here and reads those of others. Call it again after a failure. */
  async exchange(): Promise<void> {
    for (const [name, value] of [...this.#unwritten]) {
      await this.#fleetState.put(PREFIX + name, value);
      if (this.#unwritten.get(name) === value) this.#unwritten.delete(name);
    }
    for (const [key, { value }] of await this.#fleetState.all(PREFIX)) {
      const name = key.slice(PREFIX.length);
      // A value that was put here meanwhile is newer.
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

/** Hands on the published ids of commands and icons. Resolves when those of the commands are known. */
export function followPublished(published: Published, languages: Languages, icons: KnownIcons): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  published.follow('commands', (value) => {
    languages.knowCommands(idsOf(value));
    resolve();
  });
  published.follow('icons', (value) => icons.replace(idsOf(value)));
  return promise;
}

/** Ids by name. */
function idsOf(value: unknown): ReadonlyMap<string, string> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(pairs.flatMap(([name, id]) => (typeof id === 'string' ? [[name, id] as const] : [])));
}
