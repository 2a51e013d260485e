import { BUCKET_MS, bucketOf } from '../../market/prices/trade-group.ts';

/** How rows of a time are read; `from <= at < to`. */
export interface BucketReads<Row> {
  /** Of a part of one bucket. */
  readonly part: (from: number, to: number) => Row[];
  /** Of whole buckets, some at each step; one begins at `from`, one at `to`. */
  readonly whole: (from: number, to: number) => Generator<Row[], void>;
}

/** Reads a time by whole buckets, and its ends, which are parts of buckets, each at once. */
export function* readByBucket<Row>(
  from: number,
  to: number,
  { part, whole }: BucketReads<Row>,
): Generator<Row[], void> {
  const [firstWhole, lastWhole] = [Math.ceil(from / BUCKET_MS) * BUCKET_MS, bucketOf(to)];
  if (firstWhole > lastWhole) return yield part(from, to);
  if (from < firstWhole) yield part(from, firstWhole);
  if (firstWhole < lastWhole) yield* whole(firstWhole, lastWhole);
  if (lastWhole < to) yield part(lastWhole, to);
}
