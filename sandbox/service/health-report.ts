/** State of the simulated game server. */
export interface HealthFigures {
  /** Milliseconds between the last two ticks. 50 is normal. */
  readonly tickGapMs: number;
  /** The report's verdict. The default is healthy if the gap is under 100 ms. */
  readonly healthy?: boolean;
  readonly players: number;
  readonly freeBytes: number;
  readonly pingsMs: readonly number[];
}

export const HEALTHY: HealthFigures = {
  tickGapMs: 50,
  players: 63,
  freeBytes: 6_200_000_000,
  pingsMs: [18, 34, 41, 77, 240, 512],
};
const MAX_BYTES = 17_179_869_184;
const ALLOCATED_BYTES = 12_884_901_888;
const POOR_PING_MS = 200;

/** Returns the health report of a moment, in milliseconds and bytes. */
export function reportHealth(healthFigures: HealthFigures, now: number) {
  const { tickGapMs, healthy = tickGapMs < 100, players, freeBytes } = healthFigures;
  const pings = healthFigures.pingsMs.toSorted((left, right) => left - right);
  const sum = pings.reduce((total, ping) => total + ping, 0);
  return {
    tick: { last: now - tickGapMs, latest: now, gap: tickGapMs, healthy },
    memory: { free: freeBytes, allocated: ALLOCATED_BYTES, max: MAX_BYTES },
    ping: {
      players,
      highLatencySamples: pings.filter((ping) => ping >= POOR_PING_MS),
      minPing: pings[0] ?? 0,
      maxPing: pings.at(-1) ?? 0,
      avgPing: pings.length === 0 ? 0 : Math.round(sum / pings.length),
      medianPing: pings[Math.floor(pings.length / 2)] ?? 0,
    },
  };
}
