import type { BotProcess } from '../../../sandbox/bot.ts';
import { Inspector } from '../../bot/inspector.ts';

/**
 * How often each function ran, by `<path from the root>:<offset>:<name>`. A module's top level does not count as a
 * function.
 */
export type Calls = ReadonlyMap<string, number>;

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

const COUNTED = { callCount: true, detailed: false };
/** Fields and static blocks of a class, which run when their module loads. */
const STATIC = '<static_initializer>';

/**
 * Counts calls in all threads of a process that was started with `INSPECTED_BEFORE_IT_RUNS`, by V8's precise coverage.
 */
export class CallCounter {
  readonly #inspector: Inspector;
  readonly #prefix: string;
  readonly #threads = new Set<string>();
  readonly #answers = new Map<string, (answer: { result?: unknown }) => void>();
  #asked = 0;

  private constructor(inspector: Inspector, root: string) {
    this.#inspector = inspector;
    this.#prefix = `file://${root}/`;
  }

  /**
   * Lets the process run, and counts from its first line.
   * @param root the folder of its checkout
   */
  static async start(bot: BotProcess, root: string): Promise<CallCounter> {
    const inspector = await Inspector.open(bot);
    const counter = new CallCounter(inspector, root);
    inspector.listen(({ method, params }) => counter.#listen(method, params));
    await inspector.ask('NodeWorker.enable', { waitForDebuggerOnStart: true });
    await inspector.ask('Profiler.enable');
    await inspector.ask('Profiler.startPreciseCoverage', COUNTED);
    await inspector.ask('Runtime.runIfWaitingForDebugger');
    return counter;
  }

  /** Calls of the product's own functions since the last `take`. */
  async take(): Promise<Calls> {
    const taken = await Promise.all([
      this.#inspector.ask<Coverage>('Profiler.takePreciseCoverage'),
      ...[...this.#threads].map((thread) => this.#askThread(thread, 'Profiler.takePreciseCoverage')),
    ]);
    const calls = new Map<string, number>();
    for (const coverage of taken) this.#add(calls, coverage as Coverage);
    return calls;
  }

  close(): void {
    this.#inspector.close();
  }

  #add(calls: Map<string, number>, { result }: Coverage): void {
    for (const { url, functions } of result) {
      if (!url.startsWith(this.#prefix) || url.includes('/node_modules/')) continue;
      const path = url.slice(this.#prefix.length);
      // V8 lists the outermost function first, which is the module itself.
      for (const { functionName, ranges } of functions.slice(1)) {
        const count = ranges[0]?.count ?? 0;
        const key = `${path}:${ranges[0]?.startOffset}:${functionName}`;
        if (count > 0 && functionName !== STATIC) calls.set(key, (calls.get(key) ?? 0) + count);
      }
    }
  }

  #listen(method: string | undefined, params: Readonly<Record<string, unknown>> = {}): void {
    const thread = String(params.sessionId);
    if (method === 'NodeWorker.attachedToWorker') {
      this.#threads.add(thread);
      void this.#askThread(thread, 'Profiler.enable');
      void this.#askThread(thread, 'Profiler.startPreciseCoverage', COUNTED);
      void this.#askThread(thread, 'Runtime.runIfWaitingForDebugger');
    }
    if (method === 'NodeWorker.detachedFromWorker') this.#threads.delete(thread);
    if (method !== 'NodeWorker.receivedMessageFromWorker') return;
    const message = JSON.parse(String(params.message));
    this.#answers.get(`${thread}:${message.id}`)?.(message);
  }

  async #askThread(sessionId: string, method: string, params = {}): Promise<unknown> {
    const id = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<{ result?: unknown }>();
    this.#answers.set(`${sessionId}:${id}`, resolve);
    const message = JSON.stringify({ id, method, params });
    await this.#inspector.ask('NodeWorker.sendMessageToWorker', { sessionId, message });
    const { result } = await promise;
    return result;
  }
}
