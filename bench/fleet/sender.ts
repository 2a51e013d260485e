import process from 'node:process';
import { Delivery } from '../../src/delivery/delivery.ts';
import { composeAlert } from '../../src/discord/render/alert/alert.ts';
import { writeBody } from '../../src/discord/render/alert/alert-body.ts';
import { Languages } from '../../src/language/languages.ts';
import { WorkCounts } from '../../src/monitor/facts.ts';
import type { Messenger } from '../../src/ports/delivery.ts';
import { retriedRefusals } from '../../test/delivery/retried-refusals.ts';
import { NO_ICONS } from '../../test/discord/no-icons.ts';
import { NO_PICTURES } from '../../test/discord/no-pictures.ts';
import { recordingLog } from '../../test/log/recording-log.ts';
import { sumMs } from '../cost.ts';
import { openPorts } from './waiting-people.ts';

/** The first message to a sender; after it come `go` and `end`. */
export interface Work {
  readonly storeUrl: string;
  readonly discordUrl: string;
}

/** A sender's answer at the end. `cpuMs` is the CPU time of its process since `go`. */
export interface Sent {
  readonly cpuMs: number;
}

const messageFromParent = <T>() =>
  new Promise<T>((resolve) => process.once('message', (message) => resolve(message as T)));

const { storeUrl, discordUrl } = await messageFromParent<Work>();
const ports = await openPorts(storeUrl);
const log = recordingLog();
const rateLimiter = { pass: async () => undefined, hold: async () => undefined };
const parts = { languages: new Languages(), icons: NO_ICONS };
const messenger: Messenger = {
  compose(entries, now) {
    const { body, taken } = composeAlert(entries, now, parts);
    return { body: writeBody(body), taken };
  },
  /** discord.js itself sends at most 50 requests per second. */
  async send({ body, nonce }) {
    const response = await fetch(discordUrl, { method: 'POST', body, headers: { nonce } });
    const { id } = (await response.json()) as { id: string };
    return { kind: 'delivered', messageId: id };
  },
  sendTest: async () => ({ kind: 'delivered', messageId: '1' }),
  openDirectMessages: async () => null,
  isInServer: async () => true,
};
const delivery = new Delivery({
  counts: new WorkCounts(),
  retriedRefusals: retriedRefusals(),
  ...{
    journal: ports.journal,
    leases: ports.leases,
    rateLimiter,
    messenger,
    subscriptions: ports.subscriptions,
    clock: ports.clock,
    log,
  },
  shops: () => null,
  worthOf: async () => null,
  lowestInDays: async () => null,
  findPaintings: NO_PICTURES.find,
  isPaused: async (target) => (await ports.paused.codeOf(target)) !== null,
  random: () => 0.5,
  pauseRefused: async () => undefined,
  onOnceDelivered: () => undefined,
  onUnauthorized: () => undefined,
});
process.send?.('ready');
await messageFromParent();
const before = process.cpuUsage();
delivery.start();
await messageFromParent();
const sent: Sent = { cpuMs: sumMs(process.cpuUsage(before)) };
await delivery.stop(5_000);
await ports.close();
process.send?.(sent, () => process.exit(log.errors().length === 0 ? 0 : 1));
