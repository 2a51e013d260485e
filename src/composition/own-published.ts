import type { Published, PublishedName } from '../ports/status.ts';

/** What the one process on its store publishes, for itself. */
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
