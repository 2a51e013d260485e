import { readFile, stat } from 'node:fs/promises';
import { reasonOf } from '../faults/operator-fault.ts';
import type { ProxySettings } from '../proxy/proxy.ts';
import type { Clock } from '../time/clock.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { askMap } from './ask-map.ts';
import { readInThread } from './read-in-thread.ts';
import { type SourceAnswer, unread } from './source-answer.ts';

/** A hundred thousand markers of BlueMap have 25 MB. */
const MOST_BYTES = 32 * 1024 * 1024;
const DEADLINE_MS = 30_000;

export interface SourceParts {
  /** The value of LANDMARKS. */
  readonly source: string;
  readonly userAgent: string;
  readonly proxies: ProxySettings;
  readonly clock: Clock;
}

/** Reads the landmarks from a file or a web map, once. Rejects only for a fault of Crier's own. */
export async function readSource(parts: SourceParts, signal: AbortSignal): Promise<SourceAnswer> {
  const { source, clock } = parts;
  const answer = await beforeDeadline({ ms: DEADLINE_MS, clock, signal }, (deadline) =>
    isAddress(source) ? askMap({ ...parts, mostBytes: MOST_BYTES }, deadline) : readLandmarkFile(source, deadline),
  );
  if (!answer.ok || answer.read.landmarks.length > 0) return answer;
  const { invalid } = answer.read;
  const why = invalid === 0 ? 'it has no landmarks' : `none of its ${invalid} landmarks has a name, x and z`;
  return unread(why, 'Name a file or an address with name, x and z of each landmark.');
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function readLandmarkFile(path: string, signal: AbortSignal): Promise<SourceAnswer> {
  const bytes = await readBytes(path);
  return bytes instanceof Uint8Array ? readInThread({ kind: 'file', parts: [bytes], world: null }, signal) : bytes;
}

async function readBytes(path: string) {
  try {
    const file = await stat(path);
    if (!file.isFile()) return unread('it is no file', 'Name a CSV or JSON file.');
    if (file.size > MOST_BYTES) return unread(`it has more than ${MOST_BYTES} bytes`, 'Name a smaller file.');
    return await readFile(path);
  } catch (error) {
    return unread(reasonOf(error), 'Name a file that Crier may read.');
  }
}
