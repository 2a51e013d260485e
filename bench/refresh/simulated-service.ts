import { fork } from 'node:child_process';
import { once } from 'node:events';

/** How the shops change before the next request. `share`: of the records, 0 to 1. */
export type ShopsOrder = { readonly share: number } | 'shuffle';

/** A command for the service process: change the shops, or make a number of frames. */
export type Order = ShopsOrder | { readonly frames: number };

export interface Greeting {
  readonly url: string;
  /** The cheapest shop's unit price, by item type. */
  readonly cheapest: Readonly<Record<string, number>>;
}

export type SimulatedService = Awaited<ReturnType<typeof startSimulatedService>>;

/**
 * A service in its own process, so that its work does not count as Crier's. `coding`: of its answers, `identity` or
 * `gzip`.
 */
export async function startSimulatedService(shops: number, coding: string) {
  const child = fork(new URL('service-process.ts', import.meta.url), [String(shops), coding]);
  const [greeting] = (await once(child, 'message')) as [Greeting];
  const body = () => fetch(`${greeting.url}/shops/v1/getAllShops`);
  return {
    ...greeting,
    /** Executes the order and prepares the body, so that it is ready when Crier asks. */
    async order(order: ShopsOrder): Promise<void> {
      child.send(order);
      await once(child, 'message');
      for await (const _chunk of (await body()).body ?? []) {
        // The body is read only so that the service makes it.
      }
    },
    /** Frames as the stream would send them. */
    async frames(frames: number): Promise<readonly string[]> {
      child.send({ frames });
      const [made] = await once(child, 'message');
      return made;
    },
    text: async () => (await body()).text(),
    close(): void {
      child.disconnect();
    },
  };
}
