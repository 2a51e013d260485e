import { DAY_MS, type Facts } from './facts.ts';
import { age, counter, gauge, type Metric, seconds } from './metric.ts';

/** Of the data service: its stream, and its list of shops. */
export const SERVICE_METRICS: readonly Metric[] = [
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
