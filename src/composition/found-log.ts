import type { Log } from '../ports/log.ts';
import type { Found } from '../service/service.ts';

/** Says once what was found at the service, so that whoever starts Crier sees that it is the right one. */
export class FoundLog {
  readonly #log: Log;
  #hasStream = false;
  #hasShops = false;

  constructor(log: Log) {
    this.#log = log;
  }

  streamIsUp({ streamPrefix: prefix }: Found): void {
    if (!this.#hasStream) this.#log.info({ prefix }, 'The stream is up');
    this.#hasStream = true;
  }

  shopsAreIn(shops: number, { shopsPrefix: prefix, revision }: Found): void {
    if (!this.#hasShops) this.#log.info({ shops, prefix, revision }, 'The list of all shops is in');
    this.#hasShops = true;
  }
}
