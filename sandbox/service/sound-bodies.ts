import type { Economy } from '../economy/economy.ts';
import { reportHealth } from './health-report.ts';
import type { Route } from './route.ts';
import type { ServiceState } from './service-state.ts';
import { type Body, createBody, createSnapshotCache } from './snapshot.ts';

/** Informational and unstable by specification, so it changes with every request. */
const STATUS_BODIES = ['{"status":"ok"}', 'all systems nominal', '<h1>up</h1>', '["shops","economy"]', ''];

/** Answers of each route without a fault. */
export function createSoundBodies(economy: Economy, now: () => number, state: ServiceState) {
  const snapshot = createSnapshotCache(economy, now);
  let statusAsked = 0;

  return async function soundBody(route: Route): Promise<Body> {
    if (route === 'shops') return snapshot(state.settings);
    if (route === 'health') return jsonBody(reportHealth(state.healthFigures, now()), `"${now()}"`);
    if (route === 'paintings') return jsonBody(economy.bannedPaintings(), `"${economy.bansVersion}"`);
    return createBody(Buffer.from(STATUS_BODIES[statusAsked++ % STATUS_BODIES.length] ?? ''), '"status"');
  };
}

function jsonBody(value: unknown, etag: string): Body {
  return createBody(Buffer.from(JSON.stringify(value)), etag);
}
