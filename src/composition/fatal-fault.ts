import { TokenRefused } from '../discord/rest/faults.ts';
import type { RefusedToken } from '../ports/discord-limits.ts';
import type { CrierParts } from './parts.ts';

/**
 * What ends Crier from inside, be it built or at work: `stop` aborts. The first fault counts; a token that Discord refused is
 * noted for the next start.
 */
export class FatalFault {
  readonly #parts: Pick<CrierParts, 'config' | 'log'>;
  readonly #refusedToken: Pick<RefusedToken, 'keep'>;
  readonly #stop: AbortController;
  #fault: Error | null = null;
  #noted: Promise<void> = Promise.resolve();

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
    if (fault instanceof TokenRefused) this.#noted = this.#noteRefusal();
    this.#stop.abort();
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
    const { config, log } = this.#parts;
    try {
      await this.#refusedToken.keep(config.DISCORD_TOKEN);
    } catch (error) {
      log.error({ err: error }, 'That the token is refused could not be kept: the next start asks Discord again');
    }
  }
}
