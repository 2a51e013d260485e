/** A REST request and its response. */
export interface RequestRecord {
  readonly atMs: number;
  readonly method: string;
  /** Path without `/api/v10`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON body, or the `payload_json` of a multipart request. */
  readonly body: unknown;
  readonly fileNames: readonly string[];
  /** HTTP status; 0 if no response was sent (connection cut, or silence). */
  readonly status: number;
  /** Discord's error code in the response. */
  readonly code: number | null;
  readonly answer: unknown;
  /** Whether an injected fault determined the response. */
  readonly injected: boolean;
  readonly durationMs: number;
}
