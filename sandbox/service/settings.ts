import type { Coding } from './compression.ts';
import { CODINGS } from './compression.ts';
import type { ListForm, RevisionName } from './revision.ts';
import type { Prefix, Segments } from './route.ts';

/** How the service speaks; may change while it runs, as when the real one is replaced. */
export interface ServiceSettings extends ListForm {
  readonly revision: RevisionName;
  readonly prefix: Prefix;
  readonly segments: Segments;
  /** Whether snapshots carry an ETag and `If-None-Match` may be answered with 304. */
  readonly etags: boolean;
  /** How long a snapshot is served again although the market has moved on. */
  readonly cacheMs: number;
  /** The content codings offered, best first. */
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
