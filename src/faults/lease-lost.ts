/** A write under the lease of a target, which another process has claimed meanwhile. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
