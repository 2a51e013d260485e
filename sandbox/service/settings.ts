import type { Coding } from './compression.ts';
import { CODINGS } from './compression.ts';
import type { ListForm, RevisionName } from './revision.ts';
import type { Prefix, Segments } from './route.ts';

/** Behaviour of the service, which may change while it runs, as when a real one is replaced. */
export interface ServiceSettings extends ListForm {
  readonly revision: RevisionName;
  readonly prefix: Prefix;
  readonly segments: Segments;
  /** Whether snapshots carry an ETag and `If-None-Match` may get 304. */
  readonly etags: boolean;
  /** Lifetime of a snapshot after the market has changed. */
  readonly cacheMs: number;
  /** Offered content codings, best first. */
  readonly codings: readonly Coding[];
}

export const USUAL_SETTINGS: ServiceSettings = {
  revision: 'newest',
  listsPixels: false,
  stockUnit: 'bundles',
  prefix: 'none',
  segments: { shops: 'shops', paintings: 'paintings' },
  etags: false,
  cacheMs: 0,
  codings: CODINGS,
};
