import { Condition } from '../log/condition.ts';
import type { KnownPlaces } from '../places/known-places.ts';
import { LandmarkKeeper } from '../places/landmark-keeper.ts';
import { readSource } from '../places/landmark-source.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { repeat } from '../time/retry.ts';
import { userAgentOf } from '../version.ts';
import type { CrierParts, StorePorts } from './parts.ts';

/** Limits how late a process shows landmarks that the leader has read. */
const FOLLOW_EVERY_MS = MINUTE_MS;

/** @returns null without LANDMARKS */
export function composeLandmarks(
  { config, clock, log }: Pick<CrierParts, 'config' | 'clock' | 'log'>,
  { landmarks: store }: Pick<StorePorts, 'landmarks'>,
  places: KnownPlaces,
  signal: AbortSignal,
): LandmarkKeeper | null {
  const { LANDMARKS: source } = config;
  if (source === undefined) return null;
  const read = () => readSource({ source, userAgent: userAgentOf(config), proxies: config, clock }, signal);
  return new LandmarkKeeper({ ...{ source, places, store, read, clock, log }, isStopped: () => signal.aborted });
}

/** Shows the landmarks that another process has read, until the signal aborts. Never rejects. */
export async function followLandmarks(
  keeper: LandmarkKeeper,
  { clock, log }: Pick<CrierParts, 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const condition = new Condition({
    log,
    begins: 'Saved landmarks unreadable, retrying',
    ends: 'Saved landmarks readable again',
  });
  await repeat(() => keeper.load(), { everyMs: FOLLOW_EVERY_MS, condition, clock, signal });
}
