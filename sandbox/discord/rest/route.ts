import type { Core } from '../core.ts';
import type { UploadedFile } from '../rules/attachment-rules.ts';
import type { BucketRule } from './rate-limits.ts';

export interface Call {
  readonly method: string;
  /** The named segment of the path. */
  param(name: string): string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

export interface Outcome {
  readonly status: number;
  /** Absent: no body (204). */
  readonly body?: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Segments; those with a colon are named. */
  readonly path: string;
  /** The bucket, shared by all routes of that name with the same major parameters. */
  readonly bucket: BucketRule;
  /** Names of the path's parameters that part the bucket. */
  readonly major?: readonly string[];
  /** Interactions and their webhooks carry their right in the path. */
  readonly needsBotToken: boolean;
  /** Whether it counts towards 50 a second; interaction callbacks and webhooks do not. */
  readonly countsGlobally: boolean;
  handle(core: Core, call: Call): Outcome;
}

/** A route of the bot's own, with the defaults that most have. */
export function botRoute(
  method: Route['method'],
  path: string,
  handle: Route['handle'],
  { limit = 10, windowMs = 10_000, major = [] as readonly string[] } = {},
): Route {
  const bucket = { name: `${method} ${path}`, limit, windowMs };
  return { method, path, bucket, major, needsBotToken: true, countsGlobally: true, handle };
}

/** A route whose path carries an interaction's token. */
export function tokenRoute(method: Route['method'], path: string, handle: Route['handle']): Route {
  const bucket = { name: `${method} ${path}`, limit: 5, windowMs: 2_000 };
  return { method, path, bucket, major: ['token'], needsBotToken: false, countsGlobally: false, handle };
}

/** The route of a request and its named segments; null where Discord has none (or not here). */
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
