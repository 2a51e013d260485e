import type { Core } from '../core.ts';
import type { UploadedFile } from '../rules/attachment-rules.ts';
import type { BucketRule } from './rate-limits.ts';

export interface Call {
  readonly method: string;
  /** Returns the named segment of the path. */
  param(name: string): string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

export interface Outcome {
  readonly status: number;
  /** Response body; absent for 204. */
  readonly body?: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path of segments; those that start with a colon are parameters. */
  readonly path: string;
  /** Rate limit bucket, shared by all routes of that name with the same major parameters. */
  readonly bucket: BucketRule;
  /** Names of the path's parameters that have a bucket each. */
  readonly major?: readonly string[];
  /** False for interactions and their webhooks, whose path carries a token. */
  readonly needsBotToken: boolean;
  /** Whether the request counts towards 50 a second. Interaction callbacks and webhooks do not. */
  readonly countsGlobally: boolean;
  handle(core: Core, call: Call): Outcome;
}

/** Creates a route that requires the bot token, with the usual defaults. */
export function botRoute(
  method: Route['method'],
  path: string,
  handle: Route['handle'],
  { limit = 10, windowMs = 10_000, major = [] as readonly string[] } = {},
): Route {
  const bucket = { name: `${method} ${path}`, limit, windowMs };
  return { method, path, bucket, major, needsBotToken: true, countsGlobally: true, handle };
}

/** Creates a route whose path carries an interaction's token. */
export function tokenRoute(method: Route['method'], path: string, handle: Route['handle']): Route {
  const bucket = { name: `${method} ${path}`, limit: 5, windowMs: 2_000 };
  return { method, path, bucket, major: ['token'], needsBotToken: false, countsGlobally: false, handle };
}

/**
 * Finds the route of a request and its parameters.
 * @returns null if the local Discord has no such route
 */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: ReadonlyMap<string, string> } | null {
  const segments = path.split('/');
  for (const route of routes) {
    const pattern = route.path.split('/');
    if (route.method !== method || pattern.length !== segments.length) continue;
    const named = pattern.flatMap((step, index) => (step.startsWith(':') ? [[step.slice(1), index] as const] : []));
    const fits = pattern.every((step, index) => step.startsWith(':') || step === segments[index]);
    if (fits) return { route, params: new Map(named.map(([name, index]) => [name, segments[index] ?? ''])) };
  }
  return null;
}
