import { type Answer, type FailureKind, failure } from './http/answer.ts';

/** Routes that share a prefix share a group: the service's rule is that one revision prefixes shops and health alone. */
export type Group = 'shops-and-health' | 'economy' | 'paintings';

const PREFIXES = ['', '/api'] as const;
export type Prefix = (typeof PREFIXES)[number];

/**
 * Where the service's routes are. Some revisions put `/api` before them, never before `/`; which one it is, only a 404
 * tells. What was found is remembered for each group, and looked for again when it is a 404 one day.
 */
export class Routes {
  readonly #base: string;
  readonly #segments: PathSegments;
  readonly #found = new Map<Group, Prefix>();

  /** `baseUrl` may have a path and an ending slash. */
  constructor(baseUrl: string, segments: PathSegments) {
    this.#base = baseUrl.replace(/\/+$/, '');
    this.#segments = segments;
  }

  root = (): string => `${this.#base}/`;
  health = (prefix: Prefix): string => `${this.#base}${prefix}/health/v1/report`;
  shops = (prefix: Prefix): string => `${this.#base}${prefix}/${this.#segments.shops}/v1/getAllShops`;
  paintings = (prefix: Prefix): string => `${this.#base}${prefix}/${this.#segments.paintings}/v1/getBannedPaintings`;
  /** http becomes ws, https wss. */
  economy = (prefix: Prefix): string => `${this.#base.replace(/^http/i, 'ws')}${prefix}/economy/v1/ws`;

  /** The prefix found for the group; null: none yet. */
  found(group: Group): Prefix | null {
    return this.#found.get(group) ?? null;
  }

  /** Prefixes in the order to try them in. */
  toTry(group: Group): readonly Prefix[] {
    return this.#found.get(group) === '/api' ? PREFIXES.toReversed() : PREFIXES;
  }

  remember(group: Group, prefix: Prefix): void {
    this.#found.set(group, prefix);
  }
}

/** First segments that stand for neutral words in the specification. */
export interface PathSegments {
  readonly shops: string;
  readonly paintings: string;
}

/** Failures that only the service itself can answer with: they prove the path. */
const FROM_SERVICE: ReadonlySet<FailureKind> = new Set(['not-cached', 'internal-error']);

/**
 * Asks a route under the prefix known for its group, and on a 404 (on nothing else) under the other one. An answer that
 * only the service can have given makes the prefix known.
 */
export async function probe<T>(
  routes: Routes,
  group: Group,
  ask: (prefix: Prefix) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  for (const prefix of routes.toTry(group)) {
    const answer = await ask(prefix);
    if (answer.ok || FROM_SERVICE.has(answer.kind)) routes.remember(group, prefix);
    if (answer.ok || answer.kind !== 'not-found') return answer;
  }
  return failure('not-found', 'status 404, with and without /api');
}
