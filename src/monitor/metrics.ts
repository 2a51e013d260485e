import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { Queue } from '../ports/outbox.ts';
import { DAY_MS } from '../time/durations.ts';
import type { Facts } from './facts.ts';
import type { Answer } from './server.ts';

/** A value, or one for each label; null: it cannot be told now, which is not the same as 0. */
type Reading = number | Iterable<readonly [label: string, value: number]> | null;

/** A figure that machines are told. */
export interface Metric<From = Facts> {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  /** The name of its label. */
  readonly label?: string;
  readonly read: (facts: From) => Reading;
}

function gauge<From = Facts>(name: string, help: string, read: Metric<From>['read'], label?: string): Metric<From> {
  return { ...{ name, help, type: 'gauge', read }, ...(label !== undefined && { label }) };
}

function counter(name: string, help: string, read: Metric['read'], label?: string): Metric {
  return { ...gauge(name, help, read, label), type: 'counter' };
}

/** As Unix seconds; never: 0. */
function seconds(at: number | null): number {
  return (at ?? 0) / 1_000;
}

/** In seconds. */
function age(since: number, now: number): number {
  return Math.max(0, now - since) / 1_000;
}

/** Of the data service: its stream, and its list of shops. */
const SERVICE_METRICS: readonly Metric[] = [
  gauge('crier_stream_live', '1 while the economy stream is up.', (f) => Number(f.stream.state === 'live')),
  gauge('crier_stream_state_since_seconds', 'Since when the stream is as it is.', (f) => f.stream.since / 1_000),
  gauge('crier_stream_last_frame_seconds', 'When anything last came over the stream.', (f) =>
    seconds(f.stream.lastFrameAt),
  ),
  gauge('crier_stream_last_event_seconds', 'When a sale or an auction last came.', (f) =>
    seconds(f.stream.lastEventAt),
  ),
  counter(
    'crier_frames_total',
    'Frames of the stream by what they were: events, hello, pings, and what is wrong with the others.',
    (f) => Object.entries(f.stream.counted),
    'kind',
  ),
  counter(
    'crier_unread_item_data_total',
    'Item data that could not be read, by name: snbt for a whole text, else the key of a component that Crier ' +
      'does not know.',
    (f) => Object.entries(f.stream.unread ?? {}),
    'name',
  ),
  gauge(
    'crier_outages_24h',
    'Times without the stream in the last 24 hours.',
    ({ stored }) => stored?.outages.length ?? null,
  ),
  gauge('crier_outage_seconds_24h', 'Seconds without the stream in the last 24 hours.', downSeconds),
  gauge('crier_snapshot_timestamp_seconds', 'When the list of shops that counts was asked for.', (f) =>
    seconds(f.snapshot.takenAt),
  ),
  gauge('crier_snapshot_age_seconds', 'How old it is.', ({ snapshot: { takenAt }, now }) =>
    takenAt === null ? null : age(takenAt, now),
  ),
  gauge(
    'crier_snapshot_intake_seconds',
    'How long it took from the request until it was taken in.',
    (f) => (f.snapshot.tookMs ?? 0) / 1_000,
  ),
  gauge(
    'crier_snapshot_refresh_seconds',
    'Seconds from one request for it to the next, as set.',
    (f) => f.refreshMs / 1_000,
  ),
  gauge('crier_snapshot_failing', '1 while the last refresh of the shops has failed.', (f) =>
    Number(f.snapshot.trouble !== null),
  ),
  gauge('crier_snapshot_shops', 'Shops in it.', (f) => f.snapshot.records),
  gauge('crier_snapshot_duplicates', 'Records in it with the id of another.', (f) => f.snapshot.duplicates),
  gauge('crier_snapshot_set_aside', 'Broken records that were set aside.', (f) => f.snapshot.setAside),
  gauge('crier_stock_unit_contradicted', '1 while trades contradict STOCK_UNIT.', (f) =>
    Number(f.snapshot.isStockUnitContradicted ?? false),
  ),
];

/** Those that began before the day count from then. */
function downSeconds({ stored, now }: Facts): number | null {
  const from = now - DAY_MS;
  const spans = stored?.outages.map((outage) => Math.max(0, (outage.until ?? now) - Math.max(outage.from, from)));
  return spans === undefined ? null : spans.reduce((sum, ms) => sum + ms, 0) / 1_000;
}

/** Of what waits, where the store can be read. */
const ofQueue =
  (read: (queue: Queue, now: number) => number): Metric['read'] =>
  ({ stored, now }) =>
    stored && read(stored.queue, now);

/** What is told of a process that does not work yet, too. */
export const ALWAYS_TOLD: readonly Metric<Pick<Facts, 'version' | 'isReady'>>[] = [
  gauge('crier_build_info', 'Always 1; the version is the label.', ({ version }) => [[version, 1]], 'version'),
  gauge('crier_ready', '1 while Crier does all of its work, as /readyz says.', ({ isReady }) => Number(isReady)),
];

/** All of them, in the order in which they are told. Times are Unix seconds; 0: never. */
export const METRICS: readonly Metric[] = [
  ...ALWAYS_TOLD,
  gauge('crier_shards', 'Shards of the bot in all processes, once they have agreed.', (f) => f.gateway?.total ?? null),
  gauge(
    'crier_gateway_shards',
    'Shards that this process is to run at Discord’s gateway: one at least, while it logs in.',
    ({ gateway }) => (gateway === null || gateway.state === 'standing-by' ? 0 : Math.max(1, gateway.run)),
  ),
  gauge('crier_gateway_shards_ready', 'Those of them that are ready.', (f) => f.gateway?.ready ?? 0),
  ...SERVICE_METRICS,
  counter(
    'crier_notices_total',
    'Notices by what became of them: sealed into a message, or dropped because nobody wants them any more.',
    (f) => f.counts.of('notices'),
    'outcome',
  ),
  counter(
    'crier_messages_total',
    'Attempts to send an alert, by what Discord’s answer means.',
    (f) => f.counts.of('messages'),
    'outcome',
  ),
  gauge(
    'crier_outbox_depth',
    'Notices that are due and messages under way.',
    ofQueue(({ depth }) => depth),
  ),
  gauge(
    'crier_outbox_delay_seconds',
    'How long the oldest of them waits.',
    ofQueue(({ waitingSince }, now) => (waitingSince === null ? 0 : age(waitingSince, now))),
  ),
  gauge(
    'crier_outbox_later',
    'Notices held back by cool-downs, quiet hours and gathering feeds.',
    ofQueue(({ later }) => later),
  ),
  gauge(
    'crier_outbox_refused_24h',
    'Messages of the last day that Discord did not take.',
    ofQueue(({ refused }) => refused),
  ),
  gauge(
    'crier_last_delivery_timestamp_seconds',
    'When an alert was last delivered.',
    ofQueue(({ lastDeliveryAt }) => seconds(lastDeliveryAt)),
  ),
  counter(
    'crier_discord_requests_total',
    'Requests to Discord’s REST API by status; 0: no answer.',
    (f) => f.counts.of('requests'),
    'status',
  ),
  counter(
    'crier_discord_rate_limited_total',
    'Requests to Discord’s REST API answered with 429, by the scope of the limit.',
    (f) => f.counts.of('rateLimits'),
    'scope',
  ),
  gauge('crier_journal_trouble', '1 while what happens cannot be written down.', (f) => Number(f.trouble !== null)),
  gauge(
    'crier_store_bytes',
    'Size of the store by its parts.',
    ({ stored }) => stored && Object.entries(stored.storeBytes),
    'part',
  ),
  gauge(
    'crier_event_loop_delay_seconds',
    'The longest time in the last minute that nothing else could be done.',
    (f) => f.loopDelaySeconds,
  ),
  gauge('crier_heap_used_bytes', 'JavaScript heap in use.', (f) => f.memory.heapUsed),
  gauge('process_resident_memory_bytes', 'Memory of the process.', (f) => f.memory.rss),
  counter('process_cpu_seconds_total', 'Processor time of the process.', (f) => f.cpuSeconds),
  gauge('process_start_time_seconds', 'When the process started.', (f) => f.startedAt),
  counter('crier_log_lines_dropped_total', 'Lines of the log that nobody took in time.', (f) => f.droppedLines),
];

/** As Prometheus text, with the type that goes with it. */
export async function formatMetrics<From>(metrics: readonly Metric<From>[], facts: From): Promise<Answer> {
  const registry = new Registry();
  for (const { name, help, type, label, read } of metrics) {
    const labelNames = label === undefined ? [] : [label];
    const made = { name, help, labelNames, registers: [registry] };
    const reading = read(facts);
    if (reading === null) continue;
    const values = typeof reading === 'number' ? [['', reading] as const] : reading;
    const metric = type === 'gauge' ? new Gauge<string>(made) : new Counter<string>(made);
    for (const [value, number] of values) metric.inc(label === undefined ? {} : { [label]: value }, number);
  }
  return { status: 200, contentType: registry.contentType, body: await registry.metrics() };
}
