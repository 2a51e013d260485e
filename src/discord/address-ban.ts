import type { RESTOptions, ResponseLike } from 'discord.js';
import type { Log } from '../ports/log.ts';
import type { SendBlocks } from '../ports/send-blocks.ts';
import type { Clock } from '../time/clock.ts';
import { NotBefore } from './not-before.ts';

type Send = RESTOptions['makeRequest'];

/** How long to send nothing where the page of a banned address does not say. */
const UNTOLD_MS = 10 * 60_000;
/** However long a page, or what stands written of an earlier one, may say. */
const LONGEST_MS = 24 * 60 * 60_000;

/** Discord refuses this machine's address: the request has not left, or was refused by that. */
export class AddressBanned extends NotBefore {
  override readonly name = 'AddressBanned';

  constructor(waitMs: number) {
    super(waitMs, 'Discord refuses this address for a while: Crier asks nothing until that is over');
  }
}

export interface AddressBanParts {
  readonly blocks: SendBlocks;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
}

/**
 * Whether Discord refuses this machine's address, for all its REST clients. It does so with a 429 that is no JSON, a page of
 * the proxy before it; whoever asks on makes that longer. Kept through restarts.
 */
export class AddressBan {
  readonly #parts: AddressBanParts;
  /** Of the monotonic clock. */
  #until: number;

  private constructor(parts: AddressBanParts, until: number) {
    this.#parts = parts;
    this.#until = until;
  }

  /** As an earlier run has left it. */
  static async open(parts: AddressBanParts): Promise<AddressBan> {
    const { blocks, clock } = parts;
    const leftMs = ((await blocks.until('address')) ?? 0) - clock.now();
    return new AddressBan(parts, clock.monotonic() + Math.min(leftMs, LONGEST_MS));
  }

  /** Sends while the address is not refused. @throws AddressBanned */
  guard(send: Send): Send {
    return async (url, init) => {
      this.#throwIfRefused();
      const response = await send(url, init);
      if (response.status !== 429 || isJson(response)) return response;
      await response.text();
      await this.#note(Number(response.headers.get('retry-after')) * 1000);
      throw new AddressBanned(this.#leftMs());
    };
  }

  #throwIfRefused(): void {
    const leftMs = this.#leftMs();
    if (leftMs > 0) throw new AddressBanned(leftMs);
  }

  #leftMs(): number {
    return this.#until - this.#parts.clock.monotonic();
  }

  async #note(retryAfterMs: number): Promise<void> {
    const { blocks, clock, log } = this.#parts;
    const isNew = this.#leftMs() <= 0;
    const waitMs = Math.min(retryAfterMs > 0 ? retryAfterMs : UNTOLD_MS, LONGEST_MS);
    this.#until = Math.max(this.#until, clock.monotonic() + waitMs);
    const until = clock.now() + this.#leftMs();
    if (isNew) log.error({ until }, 'Discord refuses this address: nothing is sent until then');
    try {
      await blocks.keep('address', until, this.#leftMs());
    } catch (error) {
      log.error(
        { err: error },
        'That Discord refuses this address could not be kept: after a restart Crier asks once more',
      );
    }
  }
}

function isJson({ headers }: ResponseLike): boolean {
  return headers.get('content-type')?.includes('json') ?? false;
}
