import { rateLimited, serverError } from '../discord/rest/faults.ts';
import { HEALTHY } from '../service/health-report.ts';
import type { StreamConnection } from '../service/stream-connection.ts';
import type { WorldFault } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';

/** Begins a fault and returns the function that ends it. `over` is called if it ends by itself. */
interface FaultPlan {
  readonly begun: string;
  readonly ended: string;
  begin(sandbox: Sandbox, over: () => void): () => void;
}

const restartMs = 6_000;
const retryAfterSeconds = 5;
const slowTickMs = 900;
const toMessages = { method: 'POST', path: /^\/channels\/\d+\/messages$/ };
const postingRights = ['SendMessages', 'SendMessagesInThreads'] as const;
const always = { times: Number.POSITIVE_INFINITY };

const plans: Readonly<Record<WorldFault, FaultPlan>> = {
  'service-restart': {
    begun: `The data service restarts: gone for ${restartMs / 1_000} seconds.`,
    ended: 'The data service is back.',
    begin({ service }, over) {
      void service.goDown('bad-gateway');
      const back = setTimeout(over, restartMs);
      return () => {
        clearTimeout(back);
        void service.comeBack();
      };
    },
  },
  'service-502': {
    begun: 'The proxy now answers 502 for the data service; the open stream goes on.',
    ended: 'The data service answers again.',
    begin({ service }) {
      const ends = [service.breakHttp('bad-gateway'), service.breakUpgrade('bad-gateway')];
      return () => {
        for (const end of ends) end();
      };
    },
  },
  'stream-frozen': {
    begun: 'The stream is frozen: connected, and silent. Crier finds out within 35 seconds.',
    ended: 'The stream flows again, over a new connection.',
    begin({ service }) {
      const frozen = new Set<StreamConnection>();
      const freeze = (connection: StreamConnection) => {
        connection.freeze();
        frozen.add(connection);
      };
      service.connections.forEach(freeze);
      service.events.on('connection', freeze);
      return () => {
        service.events.off('connection', freeze);
        for (const connection of frozen) connection.cut();
      };
    },
  },
  'slow-ticks': {
    begun: `The game server stutters: ${slowTickMs} ms between two ticks.`,
    ended: 'The game server ticks as it should.',
    begin({ service }) {
      service.setHealthFigures({ tickGapMs: slowTickMs });
      return () => service.setHealthFigures({ tickGapMs: HEALTHY.tickGapMs });
    },
  },
  'health-503': {
    begun: 'The game server’s health report answers 503.',
    ended: 'The game server’s health can be read again.',
    begin: ({ service }) => service.breakHttp('unavailable', { route: 'health' }),
  },
  'discord-429': {
    begun: 'Discord answers every message with “too many requests”.',
    ended: 'Discord takes messages again.',
    begin: ({ discord }) => failing(discord, rateLimited({ scope: 'user', retryAfterSeconds })),
  },
  'discord-500': {
    begun: 'Discord answers every message with an error of its own.',
    ended: 'Discord takes messages again.',
    begin: ({ discord }) => failing(discord, serverError()),
  },
  'closed-dms': {
    begun: 'Nobody takes direct messages any more.',
    ended: 'Everybody takes direct messages again.',
    begin({ people }) {
      const take = (takesDms: boolean) => {
        for (const { user } of people) user.takesDms = takesDms;
      };
      take(false);
      return () => take(true);
    },
  },
  'lost-permission': {
    begun: 'Crier may no longer post in the server’s channels.',
    ended: 'Crier may post in the server’s channels again.',
    begin({ discord, places }) {
      const channels = places.filter(({ guild, parent }) => guild && !parent);
      for (const channel of channels) discord.denyBot(channel, ...postingRights);
      return () => {
        for (const channel of channels) discord.allowBot(channel, ...postingRights);
      };
    },
  },
};

/** The faults that a visitor has switched on. */
export class WorldFaults {
  readonly #sandbox: Sandbox;
  readonly #ends = new Map<WorldFault, () => void>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get on(): readonly WorldFault[] {
    return [...this.#ends.keys()];
  }

  /** Switches a fault on or off, and describes its effect in a sentence. */
  set(fault: WorldFault, on: boolean): string {
    const { begun, ended, begin } = plans[fault];
    if (on === this.#ends.has(fault)) return on ? begun : ended;
    if (on)
      this.#ends.set(
        fault,
        begin(this.#sandbox, () => this.#end(fault)),
      );
    else this.#end(fault);
    return on ? begun : ended;
  }

  /** Ends all faults. */
  close(): void {
    for (const fault of this.on) this.#end(fault);
  }

  #end(fault: WorldFault): void {
    this.#ends.get(fault)?.();
    this.#ends.delete(fault);
  }
}

function failing(discord: Sandbox['discord'], fault: Parameters<Sandbox['discord']['fail']>[1]): () => void {
  const planned = discord.fail(toMessages, fault, always);
  return () => planned.cancel();
}
