import { z } from 'zod';

/** Names of a recording's files, and of the folder of its snapshots. */
export const ABOUT_FILE = 'recording.json';
export const FRAMES_FILE = 'frames.jsonl.gz';
export const UNREAD_FILE = 'unread-snbt.jsonl.gz';
export const SNAPSHOTS_FOLDER = 'snapshots';

export const FORMAT = 1;

/** `recording.json`. */
export const aboutRecording = z.object({
  format: z.literal(FORMAT),
  /** The version of Crier that recorded. */
  crier: z.string(),
  /** Epoch ms. */
  startedAt: z.number(),
  /** Absent: the process was killed, or it still records. */
  endedAt: z.number().optional(),
  /** `stopped`, `limit`, or why nothing could be written any more. */
  ended: z.string().optional(),
  /** False: the pixels of paintings are not in it. */
  pixels: z.boolean(),
  /** The settings that the reading depends on. */
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type AboutRecording = Readonly<z.infer<typeof aboutRecording>>;

/** A line of `frames.jsonl.gz`, `at` in epoch ms. One of these in the order of their coming. */
export const recordedLine = z.union([
  /** A text frame of the stream. */
  z.object({ at: z.number(), text: z.string() }),
  /** A frame that is no text, or no UTF-8: its length alone. */
  z.object({ at: z.number(), bytes: z.number(), isBinary: z.boolean() }),
  /** A connection of the stream was opened, under this prefix. */
  z.object({ at: z.number(), opened: z.string() }),
  /** A connection ended, such as `closed-1006`, or was not to be had, such as `status-502`. */
  z.object({ at: z.number(), ended: z.string() }),
  /** What a request for all shops brought: `ok`, `not-modified`, or a kind of failure. */
  z.object({ at: z.number(), shops: z.string() }),
  /** A snapshot asked for at `at` was recorded in this file. */
  z.object({ at: z.number(), snapshot: z.string(), bytes: z.number() }),
  /** So many frames or snapshots came faster than they could be written. */
  z.object({ at: z.number(), dropped: z.number() }),
]);
export type RecordedLine = Readonly<z.infer<typeof recordedLine>>;

/** A line of `unread-snbt.jsonl.gz`: a text that the reader of SNBT could not read, each once. */
export const unreadLine = z.object({ at: z.number(), snbt: z.string() });
export type UnreadLine = Readonly<z.infer<typeof unreadLine>>;
