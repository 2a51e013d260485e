import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What becomes of the shops before they are asked for again. `share`: of the records, 0 to 1. */
export type ShopsOrder = { readonly share: number } | 'shuffle';

/** Or how many frames to make. */
export type Order = ShopsOrder | { readonly frames: number };

export interface Greeting {
  readonly url: string;
  /** By item type, what the cheapest shop asks for one item. */
  readonly cheapest: Readonly<Record<string, number>>;
}

export type SimulatedService = Awaited<ReturnType<typeof startSimulatedService>>;

/** A service in a process of its own, so that its work counts for nobody else. `coding`: of its answers, `identity` or `gzip`. */
export async function startSimulatedService(shops: number, coding: string) {
  const child = fork(new URL('service-process.ts', import.meta.url), [String(shops), coding]);
  const [greeting] = (await once(child, 'message')) as [Greeting];
  const body = () => fetch(`${greeting.url}/shops/v1/getAllShops`);
  return {
    ...greeting,
    /** Does it, and makes the body, so that it is at hand when Crier asks. */
    async order(order: ShopsOrder): Promise<void> {
      child.send(order);
      await once(child, 'message');
      for await (const _chunk of (await body()).body ?? []) {
        // Only that it is made counts.
      }
    },
    /** Frames as the stream would bring them. */
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
