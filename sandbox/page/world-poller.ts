import { askBotHealth, unknownHealth } from './bot-health.ts';
import type { RequestView, WorldView } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';
import type { WorldFaults } from './world-faults.ts';

const pollEveryMs = 500;
const sendEveryMs = 1_000;
const shownRequests = 50;
/** An interaction's token is long and secret, so the page does not show it. */
const withToken = /^(\/(?:interactions|webhooks)\/\d+\/)[^/]+/;

/** Polls the world twice a second while somebody watches, and reports changes, at least once a second. */
export class WorldPoller {
  readonly #sandbox: Sandbox;
  readonly #faults: WorldFaults;
  readonly #send: (world: WorldView) => void;
  #timers: NodeJS.Timeout[] = [];
  #health = unknownHealth;
  #lastSent = { text: '', at: 0 };

  constructor(sandbox: Sandbox, faults: WorldFaults, send: (world: WorldView) => void) {
    this.#sandbox = sandbox;
    this.#faults = faults;
    this.#send = send;
  }

  start(): void {
    if (this.#timers.length > 0) return;
    const ask = () => void askBotHealth(this.#sandbox.healthUrl).then((health) => (this.#health = health));
    ask();
    this.#timers = [setInterval(() => this.#poll(), pollEveryMs), setInterval(ask, sendEveryMs)];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.#health = unknownHealth;
  }

  view(): WorldView {
    const { economy, service, discord } = this.#sandbox;
    return {
      ...this.#health,
      shops: economy.shops().length,
      banned: economy.bannedPaintings().length,
      faults: this.#faults.on,
      serviceRequests: newest(service.requests).map(({ at, target, status }): RequestView => {
        return { at, method: 'GET', path: target, status, durationMs: null };
      }),
      discordRequests: newest(discord.requests).map(({ atMs: at, method, path, status, durationMs }): RequestView => {
        return { at, method, path: path.replace(withToken, '$1…'), status, durationMs };
      }),
    };
  }

  #poll(): void {
    const world = this.view();
    const text = JSON.stringify(world);
    const isDue = Date.now() - this.#lastSent.at >= sendEveryMs - pollEveryMs / 2;
    if (text === this.#lastSent.text && !isDue) return;
    this.#lastSent = { text, at: Date.now() };
    this.#send(world);
  }
}

function newest<Record>(records: readonly Record[]): Record[] {
  return records.slice(-shownRequests).reverse();
}
