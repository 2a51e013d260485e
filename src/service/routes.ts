import { type FailureKind, failure, type HttpAnswer } from './http/answer.ts';

/** Routes that share a prefix. By the service's rule, one of its revisions prefixes only shops and health. */
export type RouteGroup = 'shops-and-health' | 'economy' | 'paintings';

const PREFIXES = ['', '/api'] as const;
export type Prefix = (typeof PREFIXES)[number];

/**
 * The URLs of the service's routes. Some revisions prefix them with `/api` (never `/` itself), which only a 404 shows.
 * The prefix found for a group is kept until it gives a 404.
 */
export class Routes {
  readonly #base: string;
  readonly #segments: PathSegments;
  readonly #found = new Map<RouteGroup, Prefix>();

  /** @param baseUrl may have a path and a trailing slash */
  constructor(baseUrl: string, segments: PathSegments) {
    this.#base = baseUrl.replace(/\/+$/, '');
    this.#segments = segments;
  }

  root = (): string => `${this.#base}/`;
  health = (prefix: Prefix): string => `${this.#base}${prefix}/health/v1/report`;
  shops = (prefix: Prefix): string => `${this.#base}${prefix}/${this.#segments.shops}/v1/getAllShops`;
  paintings = (prefix: Prefix): string => `${this.#base}${prefix}/${this.#segments.paintings}/v1/getBannedPaintings`;
  /** http becomes ws, https becomes wss. */
  economy = (prefix: Prefix): string => `${this.#base.replace(/^http/i, 'ws')}${prefix}/economy/v1/ws`;

  /** Returns the prefix found for the group, or null if there is none yet. */
  found(group: RouteGroup): Prefix | null {
    return this.#found.get(group) ?? null;
  }

  /** Returns the prefixes in the order in which to try them. */
  toTry(group: RouteGroup): readonly Prefix[] {
    return this.#found.get(group) === '/api' ? PREFIXES.toReversed() : PREFIXES;
  }

  remember(group: RouteGroup, prefix: Prefix): void {
    this.#found.set(group, prefix);
  }
}

/** First segments of paths, which the specification replaces with neutral words. */
export interface PathSegments {
  readonly shops: string;
  readonly paintings: string;
}

/** Failures that only the service itself can answer with, and that therefore confirm the path. */
const SERVICE_FAILURES: ReadonlySet<FailureKind> = new Set(['not-cached', 'internal-error']);

/**
 * Requests a route under the known prefix of its group, and after a 404 (only then) under the other one. Remembers the
 * prefix of an answer that only the service can give.
 */
export async function probePrefixes<T>(
  routes: Routes,
  group: RouteGroup,
  ask: (prefix: Prefix) => Promise<HttpAnswer<T>>,
): Promise<HttpAnswer<T>> {
  for (const prefix of routes.toTry(group)) {
    const answer = await ask(prefix);
    if (answer.ok || SERVICE_FAILURES.has(answer.kind)) routes.remember(group, prefix);
    if (answer.ok || answer.kind !== 'not-found') return answer;
  }
  return failure('not-found', 'status 404, with and without /api');
}
