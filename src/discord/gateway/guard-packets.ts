import type { Client, ClientOptions } from 'discord.js';
import type { Log } from '../../ports/log.ts';
import { DiscordRefused, FAULT_OF_VERSION } from '../rest/faults.ts';

/** Causes remembered, so that each is logged once. Discord has some dozens of events. */
const MOST_CAUSES = 100;
/** Without these packets the client has no session: Crier would run on without hearing anything. */
const OF_SESSION: readonly unknown[] = ['READY', 'ready', 'resumed'];

export interface PacketGuardParts {
  readonly log: Log;
  readonly onFatal: (error: DiscordRefused) => void;
}

/**
 * Keeps one packet that discord.js or a listener of Crier cannot handle from ending the process. discord.js handles
 * packets in listeners, and runs what they throw into an unhandled rejection. Each cause is logged once, without the
 * content of its packet.
 */
export class PacketGuard {
  readonly #parts: PacketGuardParts;
  readonly #logged = new Set<string>();
  #count = 0;

  constructor(parts: PacketGuardParts) {
    this.#parts = parts;
  }

  /** Guards every listener of discord.js's connections: whatever a packet is, it enters there. */
  readonly guardManager = (manager: GatewayManager): void => {
    const emit = manager.emit.bind(manager) as (...args: readonly unknown[]) => boolean;
    const guarded = (...args: readonly unknown[]) => this.#run(() => emit(...args), eventOf(args));
    Object.defineProperty(manager, 'emit', { value: guarded });
  };

  /**
   * Guards the handlers of a client. Packets that came before it was ready are handled later, outside of the listeners,
   * and a server that cannot be read counts as received.
   * @throws Error if this discord.js has no such method
   */
  guardClient({ ws }: Client): void {
    const handlePacket: unknown = Reflect.get(ws, 'handlePacket');
    if (typeof handlePacket !== 'function') throw new Error('This discord.js has no ws.handlePacket to guard');
    const guarded = (...args: readonly unknown[]) =>
      this.#run(() => Reflect.apply(handlePacket, ws, args), nameOf(args[0]));
    Object.defineProperty(ws, 'handlePacket', { value: guarded });
  }

  #run<T>(handle: () => T, event: string): T | true {
    try {
      return handle();
    } catch (error) {
      this.#note(event, error);
      return true;
    }
  }

  #note(event: string, error: unknown): void {
    const { log, onFatal } = this.#parts;
    this.#count += 1;
    const cause = `${event}: ${error instanceof Error ? error.message : String(error)}`;
    const isNew = !this.#logged.has(cause) && this.#logged.size < MOST_CAUSES;
    if (isNew) this.#logged.add(cause);
    if (isNew) log.error({ err: error, event, failedPackets: this.#count }, 'Gateway packet failed');
    else log.debug({ err: error, event, failedPackets: this.#count }, 'Gateway packet failed again');
    if (OF_SESSION.includes(event))
      onFatal(new DiscordRefused(`Crier cannot read the session that Discord opened. ${FAULT_OF_VERSION}`));
  }
}

type GatewayManager = Parameters<NonNullable<NonNullable<ClientOptions['ws']>['buildIdentifyThrottler']>>[0];

/** The name of an event of the manager; for a dispatch, the name of its packet. */
function eventOf([event, payload]: readonly unknown[]): string {
  if (event !== 'dispatch') return String(event);
  return typeof payload === 'object' && payload !== null && 'data' in payload ? nameOf(payload.data) : 'dispatch';
}

function nameOf(packet: unknown): string {
  const name = typeof packet === 'object' && packet !== null && 't' in packet ? packet.t : undefined;
  return typeof name === 'string' ? name.slice(0, 50) : 'unnamed';
}
