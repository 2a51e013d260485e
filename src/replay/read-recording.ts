import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { z } from 'zod';
import { OperatorFault } from '../faults/operator-fault.ts';
import {
  ABOUT_FILE,
  type AboutRecording,
  FRAMES_FILE,
  RECORDING_FORMAT,
  type RecordedLine,
  UNREAD_FILE,
  type UnreadLine,
} from '../recorder/recording-format.ts';

const recordingAboutSchema = z.object({
  format: z.literal(RECORDING_FORMAT),
  crier: z.string(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  ended: z.string().optional(),
  pixels: z.boolean(),
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
});

const at = z.number();
const lineSchema: z.ZodType<RecordedLine> = z.union([
  z.object({ at, text: z.string() }),
  z.object({ at, bytes: z.number(), isBinary: z.boolean() }),
  z.object({ at, opened: z.string() }),
  z.object({ at, ended: z.string() }),
  z.object({ at, shops: z.string() }),
  // Only names that the recorder makes, so that a foreign recording cannot lead outside its folder.
  z.object({ at, snapshot: z.string().regex(/^snapshots\/\d+\.json\.gz$/), bytes: z.number() }),
  z.object({ at, dropped: z.number() }),
]);
const unreadSchema: z.ZodType<UnreadLine> = z.object({ at, snbt: z.string() });

/** A file of a recording is damaged from here on. */
export class DamagedFile extends Error {
  override readonly name = 'Damaged';
}

/** @throws OperatorFault if the folder is no recording, or one of a newer Crier */
export function readAboutRecording(folder: string): AboutRecording {
  const json = readAboutJson(folder);
  const read = recordingAboutSchema.safeParse(json);
  if (read.success) return withoutUndefined(read.data);
  const { success: isMade, data: made } = z.object({ format: z.number(), crier: z.string() }).safeParse(json);
  if (isMade && made.format > RECORDING_FORMAT)
    throw new OperatorFault(`${folder} was recorded by a newer Crier (${made.crier}): replay it with that one.`);
  throw new OperatorFault(`${folder} is no recording of Crier: its ${ABOUT_FILE} is missing or damaged.`);
}

/**
 * Reads the lines of a recording in order, without one that a kill cut short.
 * @throws DamagedFile if the file is damaged
 */
export function readRecordedLines(folder: string): AsyncGenerator<RecordedLine> {
  return linesOf(join(folder, FRAMES_FILE), lineSchema);
}

/** @throws DamagedFile if the file is damaged */
export function readUnread(folder: string): AsyncGenerator<UnreadLine> {
  return linesOf(join(folder, UNREAD_FILE), unreadSchema);
}

/**
 * Reads the body of a snapshot.
 * @throws DamagedFile if the file is damaged
 */
export async function* readSnapshotBody(folder: string, name: string): AsyncGenerator<Buffer> {
  const path = join(folder, name);
  // The last batch may be cut short. As much of it as possible is read.
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  try {
    yield* pipeline(createReadStream(path), gunzip, () => undefined);
  } catch (error) {
    throw new DamagedFile(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Limits a line in UTF-16 units. A frame has at most 4 MiB, and half as much again once it is written as JSON. */
const LONGEST_LINE = 16 * 1024 * 1024;

async function* linesOf<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const bytes of readSnapshotBody('', path)) {
    const [first = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
    parts.push(first);
    length += first.length;
    if (length > LONGEST_LINE) throw new DamagedFile(`${path}: a line longer than 16 MB`);
    for (const next of more) {
      yield parseLine(parts.join(''), path, schema);
      parts = [next];
      length = next.length;
    }
  }
}

function parseLine<T>(text: string, path: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new DamagedFile(`${path}: an invalid line: ${text.slice(0, 60)}`);
  }
}

function readAboutJson(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, ABOUT_FILE), 'utf8'));
  } catch {
    return null; // The caller reports that the folder is no recording.
  }
}

function withoutUndefined({ endedAt, ended, ...rest }: z.infer<typeof recordingAboutSchema>): AboutRecording {
  return { ...rest, ...(endedAt !== undefined && { endedAt }), ...(ended !== undefined && { ended }) };
}
