/** Names of a recording's files, and of the folder of its snapshots. */
export const ABOUT_FILE = 'recording.json';
export const FRAMES_FILE = 'frames.jsonl.gz';
export const UNREAD_FILE = 'unread-snbt.jsonl.gz';
export const SNAPSHOTS_FOLDER = 'snapshots';

export const RECORDING_FORMAT = 1;

/** The content of `recording.json`. Times in epoch ms. */
export interface AboutRecording {
  readonly format: number;
  /** The version of Crier that recorded. */
  readonly crier: string;
  readonly startedAt: number;
  /** Absent if the process was killed, or still records. */
  readonly endedAt?: number;
  /** `stopped` or `limit`. */
  readonly ended?: string;
  /** False if the pixels of paintings are left out. */
  readonly pixels: boolean;
  /** The settings on which a replay depends. */
  readonly settings: Readonly<Record<string, string | number>>;
}

/** A line of `frames.jsonl.gz`, in the order of arrival. `at` is epoch ms. */
export type RecordedLine =
  /** A text frame of the stream. */
  | { readonly at: number; readonly text: string }
  /** A binary frame, or one that is not UTF-8. Only its length is recorded. */
  | { readonly at: number; readonly bytes: number; readonly isBinary: boolean }
  /** A connection of the stream was opened under this prefix. */
  | { readonly at: number; readonly opened: string }
  /** A connection ended (`closed-1006`) or failed (`status-502`). */
  | { readonly at: number; readonly ended: string }
  /** A request for all shops was answered: `ok`, `not-modified`, or a kind of failure. */
  | { readonly at: number; readonly shops: string }
  /** The file of a snapshot that was requested at `at`. `bytes` is the size of the original body. */
  | { readonly at: number; readonly snapshot: string; readonly bytes: number }
  /** A number of frames and bodies that arrived faster than they could be written. */
  | { readonly at: number; readonly dropped: number };

/** A line of `unread-snbt.jsonl.gz`: a text that the SNBT reader could not read, each once. */
export interface UnreadLine {
  readonly at: number;
  readonly snbt: string;
}
