import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { Queue } from '../ports/outbox.ts';
import { DAY_MS } from '../time/durations.ts';
import type { Facts } from './facts.ts';
import type { MonitoringAnswer } from './server.ts';

/** A value, or one for each label. Null if it is unknown now, which is not the same as 0. */
type Reading = number | Iterable<readonly [label: string, value: number]> | null;

/** A metric for Prometheus. */
export interface Metric<From = Facts> {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  /** The name of the label, if the metric has a value for each label. */
  readonly label?: string;
  readonly read: (facts: From) => Reading;
}

function gauge<From = Facts>(name: string, help: string, read: Metric<From>['read'], label?: string): Metric<From> {
  return { ...{ name, help, type: 'gauge', read }, ...(label !== undefined && { label }) };
}

function counter(name: string, help: string, read: Metric['read'], label?: string): Metric {
  return { ...gauge(name, help, read, label), type: 'counter' };
}

/** Returns Unix time in seconds, or 0 for never. */
function unixSeconds(at: number | null): number {
  return (at ?? 0) / 1_000;
}

/** Returns an age in seconds. */
function ageSeconds(since: number, now: number): number {
  return Math.max(0, now - since) / 1_000;
}

/** Metrics of the data service: its stream and its list of shops. */
const SERVICE_METRICS: readonly Metric[] = [
  gauge('crier_stream_live', '1 while the economy stream is connected.', (f) => Number(f.stream.state === 'live')),
  gauge(
    'crier_stream_state_since_seconds',
    'Time of the stream’s last change of state.',
    (f) => f.stream.since / 1_000,
  ),
  gauge('crier_stream_last_frame_seconds', 'Time of the last frame of the stream.', (f) =>
    unixSeconds(f.stream.lastFrameAt),
  ),
  gauge('crier_stream_last_event_seconds', 'Time of the last sale or auction.', (f) =>
    unixSeconds(f.stream.lastEventAt),
  ),
  counter(
    'crier_frames_total',
    'Frames of the stream by kind: events, hello, pings, and the fault of any other.',
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
    'Outages of the stream in the last 24 hours.',
    ({ stored }) => stored?.outages.length ?? null,
  ),
  gauge('crier_outage_seconds_24h', 'Seconds without the stream in the last 24 hours.', downSeconds),
  gauge('crier_snapshot_timestamp_seconds', 'Time of the request for the current list of shops.', (f) =>
    unixSeconds(f.snapshot.takenAt),
  ),
  gauge('crier_snapshot_age_seconds', 'Age of the current list of shops.', ({ snapshot: { takenAt }, now }) =>
    takenAt === null ? null : ageSeconds(takenAt, now),
  ),
  gauge(
    'crier_snapshot_intake_seconds',
    'Seconds from the request for the current list of shops until it was ingested.',
    (f) => (f.snapshot.durationMs ?? 0) / 1_000,
  ),
  gauge(
    'crier_snapshot_refresh_seconds',
    'Configured seconds between two requests for the list of shops.',
    (f) => f.refreshMs / 1_000,
  ),
  gauge('crier_snapshot_failing', '1 if the last refresh of the list of shops failed.', (f) =>
    Number(f.snapshot.trouble !== null),
  ),
  gauge('crier_snapshot_shops', 'Shops in the current list.', (f) => f.snapshot.records),
  gauge(
    'crier_snapshot_duplicates',
    'Records of the current list that repeat the id of another.',
    (f) => f.snapshot.duplicates,
  ),
  gauge(
    'crier_snapshot_set_aside',
    'Invalid records of the current list that were left out.',
    (f) => f.snapshot.quarantined,
  ),
  gauge('crier_stock_unit_contradicted', '1 while trades contradict STOCK_UNIT.', (f) =>
    Number(f.snapshot.isStockUnitContradicted ?? false),
  ),
  gauge('crier_landmarks', 'Landmarks in use.', ({ landmarks }) => landmarks?.count ?? null),
  gauge(
    'crier_landmarks_read_seconds',
    'Time at which LANDMARKS was last read successfully.',
    ({ landmarks }) => landmarks && unixSeconds(landmarks.readAt),
  ),
  gauge(
    'crier_landmarks_failing',
    '1 while LANDMARKS cannot be read.',
    ({ landmarks }) => landmarks && Number(landmarks.trouble !== null),
  ),
];

/** Sums the outages of the last 24 hours. An outage that began earlier counts from there. */
function downSeconds({ stored, now }: Facts): number | null {
  const from = now - DAY_MS;
  const spans = stored?.outages.map((outage) => Math.max(0, (outage.until ?? now) - Math.max(outage.from, from)));
  return spans === undefined ? null : spans.reduce((sum, ms) => sum + ms, 0) / 1_000;
}

/** Reads a fact of the outbox, or null if the store cannot be read. */
const ofQueue =
  (read: (queue: Queue, now: number) => number): Metric['read'] =>
  ({ stored, now }) =>
    stored && read(stored.queue, now);

/** Metrics that a process reports before it works, too. */
export const STARTUP_METRICS: readonly Metric<Pick<Facts, 'version' | 'isReady'>>[] = [
  gauge('crier_build_info', 'Always 1; the version is the label.', ({ version }) => [[version, 1]], 'version'),
  gauge('crier_ready', '1 while Crier does all of its work, like 200 of /readyz.', ({ isReady }) => Number(isReady)),
];

/** All metrics in the order in which they are reported. Times are Unix times in seconds, 0 for never. */
export const METRICS: readonly Metric[] = [
  ...STARTUP_METRICS,
  gauge(
    'crier_shards',
    'Shards of the bot over all processes, once the processes have agreed on the number.',
    (f) => f.gateway?.total ?? null,
  ),
  gauge(
    'crier_gateway_shards',
    'Shards that this process runs at Discord’s gateway; at least 1 while it logs in.',
    ({ gateway }) => (gateway === null || gateway.state === 'standing-by' ? 0 : Math.max(1, gateway.run)),
  ),
  gauge('crier_gateway_shards_ready', 'Shards of this process that are ready.', (f) => f.gateway?.ready ?? 0),
  ...SERVICE_METRICS,
  counter(
    'crier_notices_total',
    'Notices by outcome: sealed into a message, or dropped because no feed or watch wants them any more.',
    (f) => f.counts.of('notices'),
    'outcome',
  ),
  counter(
    'crier_messages_total',
    'Attempts to send an alert, by the meaning of Discord’s answer.',
    (f) => f.counts.of('messages'),
    'outcome',
  ),
  gauge(
    'crier_outbox_depth',
    'Notices that are due, and messages that are being sent.',
    ofQueue(({ depth }) => depth),
  ),
  gauge(
    'crier_outbox_delay_seconds',
    'Age of the oldest due notice or unsent message.',
    ofQueue(({ waitingSince }, now) => (waitingSince === null ? 0 : ageSeconds(waitingSince, now))),
  ),
  gauge(
    'crier_outbox_later',
    'Notices held back by cool-downs, quiet hours and the debounce of feeds.',
    ofQueue(({ later }) => later),
  ),
  gauge(
    'crier_outbox_refused_24h',
    'Messages of the last 24 hours that Discord rejected.',
    ofQueue(({ refused }) => refused),
  ),
  gauge(
    'crier_last_delivery_timestamp_seconds',
    'Time of the last delivered alert.',
    ofQueue(({ lastDeliveryAt }) => unixSeconds(lastDeliveryAt)),
  ),
  counter(
    'crier_discord_requests_total',
    'Requests to Discord’s REST API by status, 0 for no answer.',
    (f) => f.counts.of('requests'),
    'status',
  ),
  counter(
    'crier_discord_rate_limited_total',
    'Requests to Discord’s REST API answered with 429, by the scope of the limit.',
    (f) => f.counts.of('rateLimits'),
    'scope',
  ),
  gauge('crier_journal_trouble', '1 while events cannot be written to the store.', (f) => Number(f.trouble !== null)),
  gauge(
    'crier_store_bytes',
    'Size of the store by its parts.',
    ({ stored }) => stored && Object.entries(stored.storeBytes),
    'part',
  ),
  gauge(
    'crier_event_loop_delay_seconds',
    'Longest delay of the event loop in the last minute.',
    (f) => f.loopDelaySeconds,
  ),
  gauge('crier_heap_used_bytes', 'JavaScript heap in use.', (f) => f.memory.heapUsed),
  gauge('process_resident_memory_bytes', 'Memory of the process.', (f) => f.memory.rss),
  counter('process_cpu_seconds_total', 'Processor time of the process.', (f) => f.cpuSeconds),
  gauge('process_start_time_seconds', 'Time of the process’s start.', (f) => f.startedAt),
  counter(
    'crier_log_lines_dropped_total',
    'Log lines that were dropped because their reader was too slow.',
    (f) => f.droppedLines,
  ),
];

/** Formats metrics as Prometheus text, with its content type. */
export async function formatMetrics<From>(metrics: readonly Metric<From>[], facts: From): Promise<MonitoringAnswer> {
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
