import { TokenRefused } from '../discord/rest/faults.ts';
import type { RefusedToken } from '../ports/discord-limits.ts';
import type { CrierParts } from './parts.ts';

/**
 * The fault that ends Crier from inside, during the start or later: it aborts `stop`. The first fault counts. A token
 * that Discord rejected is saved for the next start.
 */
export class FatalFault {
  readonly #parts: Pick<CrierParts, 'config' | 'log'>;
  readonly #refusedToken: Pick<RefusedToken, 'keep'>;
  readonly #stop: AbortController;
  #fault: Error | null = null;
  #saved: Promise<void> = Promise.resolve();

  constructor(
    parts: Pick<CrierParts, 'config' | 'log'>,
    refusedToken: Pick<RefusedToken, 'keep'>,
    stop: AbortController,
  ) {
    this.#parts = parts;
    this.#refusedToken = refusedToken;
    this.#stop = stop;
  }

  raise(fault: Error): void {
    this.#fault ??= fault;
    if (fault instanceof TokenRefused) this.#saved = this.#noteRefusal();
    this.#stop.abort();
  }

  /** Resolves when a rejected token is saved. To be awaited before the store is closed. */
  saved(): Promise<void> {
    return this.#saved;
  }

  /** @throws the first fault, if there was one */
  throwIfRaised(): void {
    if (this.#fault) throw this.#fault;
  }

  async #noteRefusal(): Promise<void> {
    const { config, log } = this.#parts;
    try {
      await this.#refusedToken.keep(config.DISCORD_TOKEN);
    } catch (error) {
      log.error({ err: error }, 'Could not save that Discord rejected the token, the next start tries to log in again');
    }
  }
}
