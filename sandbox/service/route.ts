/** The five endpoints. `unknown` is every other path. */
export type Route = 'status' | 'shops' | 'stream' | 'paintings' | 'health';

/** Position of the extra `/api`: nowhere, before all but `/`, or before the shops and health routes only. */
export type Prefix = 'none' | 'all' | 'shops-and-health';

/** The path segments of a real service, in place of the specification's neutral ones. */
export interface Segments {
  readonly shops: string;
  readonly paintings: string;
}

/**
 * Returns the endpoint of a request's target under these settings. A query is ignored. Any other path is `unknown`.
 */
export function resolveRoute(target: string, prefix: Prefix, segments: Segments): Route | 'unknown' {
  const path = pathOf(target);
  if (path === '/') return 'status';
  for (const route of ['shops', 'stream', 'paintings', 'health'] as const) {
    if (path === `${isPrefixed(route, prefix) ? '/api' : ''}${bareTarget(route, segments)}`) return route;
  }
  return 'unknown';
}

/** Returns whether a request asks for the snapshot, with the right prefix or not. A failing proxy sees only that. */
export function meansSnapshot(target: string, segments: Segments): boolean {
  return pathOf(target).replace(/^\/api(?=\/)/, '') === bareTarget('shops', segments);
}

function bareTarget(route: Exclude<Route, 'status'>, segments: Segments): string {
  switch (route) {
    case 'shops':
      return `/${segments.shops}/v1/getAllShops`;
    case 'stream':
      return '/economy/v1/ws';
    case 'paintings':
      return `/${segments.paintings}/v1/getBannedPaintings`;
    case 'health':
      return '/health/v1/report';
  }
}

function isPrefixed(route: Route, prefix: Prefix): boolean {
  return prefix === 'all' || (prefix === 'shops-and-health' && (route === 'shops' || route === 'health'));
}

function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}
