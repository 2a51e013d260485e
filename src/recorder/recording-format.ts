/** Names of a recording's files, and of the folder of its snapshots. */
export const ABOUT_FILE = 'recording.json';
export const FRAMES_FILE = 'frames.jsonl.gz';
export const UNREAD_FILE = 'unread-snbt.jsonl.gz';
export const SNAPSHOTS_FOLDER = 'snapshots';

export const FORMAT = 1;

/** `recording.json`. Times in epoch ms. */
export interface AboutRecording {
  readonly format: number;
  /** The version of Crier that recorded. */
  readonly crier: string;
  readonly startedAt: number;
  /** Absent if the process was killed, or still records. */
  readonly endedAt?: number;
  /** `stopped` or `limit`. */
  readonly ended?: string;
  /** False if the pixels of paintings are not in it. */
  readonly pixels: boolean;
  /** The settings that the reading depends on. */
  readonly settings: Readonly<Record<string, string | number>>;
}

/** A line of `frames.jsonl.gz`, in the order of their coming. `at` in epoch ms. */
export type RecordedLine =
  /** A text frame of the stream. */
  | { readonly at: number; readonly text: string }
  /** A frame that is no text, or no UTF-8: its length alone. */
  | { readonly at: number; readonly bytes: number; readonly isBinary: boolean }
  /** A connection of the stream was opened, under this prefix. */
  | { readonly at: number; readonly opened: string }
  /** A connection ended, such as `closed-1006`, or could not be had, such as `status-502`. */
  | { readonly at: number; readonly ended: string }
  /** A request for all shops was answered: `ok`, `not-modified`, or a kind of failure. */
  | { readonly at: number; readonly shops: string }
  /** A snapshot that was asked for at `at` is in this file. `bytes`: of the body, before it was rewritten. */
  | { readonly at: number; readonly snapshot: string; readonly bytes: number }
  /** A count of frames and bodies that came faster than they could be written. */
  | { readonly at: number; readonly dropped: number };

/** A line of `unread-snbt.jsonl.gz`: a text that the reader of SNBT could not read, each once. */
export interface UnreadLine {
  readonly at: number;
  readonly snbt: string;
}
