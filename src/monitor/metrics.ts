import type { Queue } from '../ports/outbox.ts';
import type { Facts } from './facts.ts';
import { age, counter, gauge, type Metric, seconds } from './metric.ts';
import { SERVICE_METRICS } from './service-metrics.ts';

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
    'Of these, those answered with 429, by the scope of the limit.',
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
