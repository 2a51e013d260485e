import type { FleetState, FleetValue } from '../../src/ports/fleet.ts';

/** Fleet state in memory, shared by the processes of one test, which also sets its age. */
export class FleetStateInMemory implements FleetState {
  readonly #values = new Map<string, { readonly json: string; readonly at: number }>();
  now = 0;

  async put(name: string, value: unknown): Promise<void> {
    this.#values.set(name, { json: JSON.stringify(value), at: this.now });
  }

  async all(prefix: string): Promise<ReadonlyMap<string, FleetValue>> {
    const found = [...this.#values].filter(([name]) => name.startsWith(prefix));
    return new Map(found.map(([name, { json, at }]) => [name, { value: JSON.parse(json), ageMs: this.now - at }]));
  }

  async remove(name: string): Promise<void> {
    this.#values.delete(name);
  }
}
