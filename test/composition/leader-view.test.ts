import { expect, test } from 'vitest';
import { HEALTH_KEY, LEADER_KEY, LeaderView } from '../../src/composition/fleet.ts';
import type { Ban } from '../../src/ports/journal.ts';
import { type LeaderStatus, writeLeaderStatus } from '../../src/storage/mappers/leader-status.ts';
import { FleetStateInMemory } from './fleet-state-in-memory.ts';

const STREAM = { state: 'live' as const, since: 5, lastFrameAt: 9, lastEventAt: null, counted: { ping: 2 } };
const SNAPSHOT = {
  ...{ takenAt: 7, records: 300, duplicates: 0, quarantined: 4, trouble: null, durationMs: 5 },
  ...{ failedAt: null, nextAt: 99, refreshStartedAt: 8, unreportedSince: 6 },
};
const STATUS: LeaderStatus = {
  stream: STREAM,
  snapshot: SNAPSHOT,
  shown: { snapshotAt: 7, at: 8 },
  writeTrouble: null,
};
const FAILED = { ok: false, why: 'unreachable' };
const SERVICE_HEALTH = { askedAt: 6, up: { ok: true, value: true }, report: FAILED, lastReport: null };

function openView() {
  const fleetState = new FleetStateInMemory();
  const bans: Ban[] = [{ id: 'a', firstSeenAt: null }];
  let heardAt: number | null = null;
  const journal = { bans: async () => [...bans], checkpoint: async () => heardAt };
  const receiveBans = (at: number) => {
    heardAt = at;
  };
  return { fleetState, bans, receiveBans, leaderView: new LeaderView({ fleetState, journal, now: () => 1_000_000 }) };
}

test('a follower has no status before the first leader reports one', async () => {
  const { leaderView } = openView();
  await leaderView.refresh();
  expect([leaderView.status(), leaderView.health(), leaderView.bans()]).toEqual([null, null, null]);
});

test('a follower reads the leader’s whole status', async () => {
  const { fleetState, leaderView, receiveBans } = openView();
  await fleetState.put(LEADER_KEY, writeLeaderStatus(STATUS));
  await fleetState.put(HEALTH_KEY, SERVICE_HEALTH);
  receiveBans(3);
  await leaderView.refresh();
  expect([leaderView.status(), leaderView.health()]).toEqual([STATUS, SERVICE_HEALTH]);
  expect(leaderView.bans()).toEqual({ bans: [{ id: 'a', firstSeenAt: null }], heardAt: 3, trouble: null });
});

test('a follower reads the bans again when the leader has received a new list', async () => {
  const { leaderView, bans, receiveBans } = openView();
  receiveBans(3);
  await leaderView.refresh();
  bans.push({ id: 'b', firstSeenAt: 4 });
  await leaderView.refresh();
  expect(leaderView.bans()?.bans.length).toBe(1);
  receiveBans(4);
  await leaderView.refresh();
  expect(leaderView.bans()?.bans.length).toBe(2);
});

test('a published status keeps the field names that processes of an older version read', () => {
  const published = {
    ...{ takenAt: 7, records: 300, duplicates: 0, setAside: 4, trouble: null, tookMs: 5 },
    ...{ failedAt: null, nextAt: 99, askingSince: 8, untoldSince: 6 },
  };
  expect(writeLeaderStatus(STATUS).snapshot).toEqual(published);
});

test('the stream counts as disconnected once the leader is silent', async () => {
  const { fleetState, leaderView } = openView();
  await fleetState.put(LEADER_KEY, writeLeaderStatus(STATUS));
  fleetState.now = 11_000;
  await leaderView.refresh();
  expect(leaderView.status()).toEqual({ ...STATUS, stream: { ...STREAM, state: 'down', since: 989_000 } });
});

test('a status in another release’s format is ignored', async () => {
  const { fleetState, leaderView } = openView();
  await fleetState.put(LEADER_KEY, { ...writeLeaderStatus(STATUS), stream: 'live' });
  await leaderView.refresh();
  expect(leaderView.status()).toBeNull();
});
