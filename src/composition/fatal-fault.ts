import { TokenRefused } from '../discord/refused.ts';
import type { CrierParts } from './parts.ts';

/** What ends Crier from inside. The first fault counts; a token that Discord refused is noted for the next start. */
export class FatalFault {
  readonly #parts: Pick<CrierParts, 'config' | 'store' | 'log'>;
  readonly #raised = new AbortController();
  #fault: Error | null = null;
  #noted: Promise<void> = Promise.resolve();

  constructor(parts: Pick<CrierParts, 'config' | 'store' | 'log'>) {
    this.#parts = parts;
  }

  /** Aborts with the first fault. */
  get signal(): AbortSignal {
    return this.#raised.signal;
  }

  raise(fault: Error): void {
    this.#fault ??= fault;
    if (fault instanceof TokenRefused) this.#noted = this.#noteRefusal();
    this.#raised.abort();
  }

  /** The refused token is written down, where there is one; to be awaited before the store is closed. */
  noted(): Promise<void> {
    return this.#noted;
  }

  /** @throws the first fault, if there was one */
  throwIfRaised(): void {
    if (this.#fault) throw this.#fault;
  }

  async #noteRefusal(): Promise<void> {
    const { store, config, log } = this.#parts;
    try {
      await store.refusedToken.keep(config.DISCORD_TOKEN);
    } catch (error) {
      log.error({ err: error }, 'That the token is refused could not be kept: the next start asks Discord again');
    }
  }
}
