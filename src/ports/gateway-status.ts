/** Shards that this process runs, and how many of them are ready. */
export interface GatewayStatus {
  readonly run: number;
  readonly ready: number;
}
