/** One REST request as it came and as it was answered. */
export interface RequestRecord {
  readonly atMs: number;
  readonly method: string;
  /** Without `/api/v10`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON body (of a multipart request: its `payload_json`). */
  readonly body: unknown;
  readonly fileNames: readonly string[];
  /** HTTP status; 0 where no answer was given (cut, or silence). */
  readonly status: number;
  /** Discord's error code in the answer. */
  readonly code: number | null;
  readonly answer: unknown;
  /** Whether a fault that was asked for decided the answer. */
  readonly injected: boolean;
  readonly tookMs: number;
}
