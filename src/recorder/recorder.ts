import { Worker } from 'node:worker_threads';
import { formatOperatorFault } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';
import type { ServiceRecorder, SnapshotRecording } from '../ports/snapshots.ts';
import { makeRecording } from './recording-folder.ts';
import { type AboutRecording, RECORDING_FORMAT, type RecordedLine } from './recording-format.ts';
import type { FromRecording, RecordingThreadData, ToRecord } from './recording-thread.ts';

/** Limits the bytes of all files of a recording. So many hold some weeks of a usual service. */
const LIMIT_BYTES = 200 * 1024 * 1024;
/** Limits the bytes in memory that wait for the disk. Further frames are dropped and counted. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
/** Time between two recorded snapshots. */
const SNAPSHOT_EVERY_MS = 3_600_000;
/** Time to write the rest at the end, less than the 3.8 s after which `main.ts` forces the exit. */
const LONGEST_CLOSE_MS = 3_000;

export interface RecorderOptions {
  readonly folder: string;
  /** False leaves out the pixels of paintings. */
  readonly pixels: boolean;
  readonly version: string;
  /** The settings on which a replay depends. No secrets. */
  readonly settings: AboutRecording['settings'];
  readonly now: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Limits the size of the recording; 200 MB by default. */
  readonly limitBytes?: number;
  /** Limits the time in which the recording must end; 3 s by default. */
  readonly endMs?: number;
}

/**
 * Begins a recording.
 * @returns the recorder, or null if the folder is not usable, which is logged
 */
export function openRecorder(options: RecorderOptions): Recorder | null {
  const { folder, pixels, version, settings, now, log } = options;
  const about: AboutRecording = { format: RECORDING_FORMAT, crier: version, startedAt: now(), pixels, settings };
  try {
    makeRecording(folder, about);
  } catch (error) {
    const why = formatOperatorFault(error) ?? String(error);
    log.warn({ part: 'recorder', folder, why }, 'Recording disabled: the folder cannot be used');
    return null;
  }
  log.info({ part: 'recorder', folder }, 'Recording started');
  return new Recorder(options, about);
}

/** Records the service's traffic in a thread of its own. Ends by itself at its limit and if the disk fails. */
export class Recorder implements ServiceRecorder {
  readonly #options: RecorderOptions;
  readonly #worker: Worker;
  readonly #over = Promise.withResolvers<void>();
  /** Bytes of the unanswered messages, in their order. */
  readonly #waiting: number[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #isOver = false;
  #nextSnapshotAt = 0;

  constructor(options: RecorderOptions, about: AboutRecording) {
    this.#options = options;
    const { folder, limitBytes = LIMIT_BYTES } = options;
    const workerData: RecordingThreadData = { folder, about, limitBytes };
    this.#worker = new Worker(new URL('./recording-thread.ts', import.meta.url), { workerData, execArgv: [] });
    this.#worker.unref();
    this.#worker.on('message', (message: FromRecording) => this.#receive(message));
    this.#worker.on('error', (error) => this.#finish(error.message));
    this.#worker.on('exit', () => this.#finish('the thread of the recorder ended'));
  }

  frame(at: number, data: Uint8Array, isBinary: boolean): void {
    // Copied, because the frame may be part of a larger buffer, all of which would be transferred.
    if (this.#hasRoom(data.length))
      this.#post({ kind: 'frame', at, data: new Uint8Array(data), isBinary }, data.length);
  }

  streamOpened(at: number, prefix: string): void {
    this.#line({ at, opened: prefix });
  }

  streamEnded(at: number, reason: string): void {
    this.#line({ at, ended: shortReason(reason) });
  }

  shopsAnswered(at: number, outcome: string): void {
    this.#line({ at, shops: shortReason(outcome) });
  }

  beginSnapshot(at: number): SnapshotRecording | null {
    if (this.#isOver || at < this.#nextSnapshotAt) return null;
    let isWhole = true;
    const discard = () => this.#post({ kind: 'discard' }, 0);
    return {
      add: (chunk) => {
        isWhole &&= this.#hasRoom(chunk.length);
        if (isWhole) this.#post({ kind: 'chunk', data: new Uint8Array(chunk) }, chunk.length);
      },
      end: (takenAt) => {
        if (isWhole) {
          this.#nextSnapshotAt = takenAt + SNAPSHOT_EVERY_MS;
          this.#post({ kind: 'snapshot', at: takenAt }, 0);
        } else discard();
      },
      discard,
    };
  }

  /** Resolves when the rest is written, or given up because the disk is too slow. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    const { now, endMs = LONGEST_CLOSE_MS } = this.#options;
    this.#recordDropped();
    this.#post({ kind: 'end', at: now() }, 0);
    const late = setTimeout(() => this.#finish('the disk is too slow for the rest'), endMs);
    await this.#over.promise;
    clearTimeout(late);
    await this.#worker.terminate();
  }

  #line(line: RecordedLine): void {
    this.#post({ kind: 'line', line }, 0);
  }

  #hasRoom(bytes: number): boolean {
    if (this.#isOver) return false;
    if (this.#waitingBytes + bytes > MOST_WAITING_BYTES) {
      this.#dropped += 1;
      return false;
    }
    this.#recordDropped();
    return true;
  }

  #recordDropped(): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    if (dropped > 0) this.#line({ at: this.#options.now(), dropped });
  }

  #post(message: ToRecord, bytes: number): void {
    if (this.#isOver) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes;
    this.#worker.postMessage(message);
  }

  #receive(message: FromRecording): void {
    if ('ended' in message) this.#finish(message.ended);
    else this.#waitingBytes -= this.#waiting.shift() ?? 0;
  }

  #finish(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#over.resolve();
    const { folder, log } = this.#options;
    const facts = { part: 'recorder', folder, why };
    if (why === 'stopped') log.info(facts, 'Recording ended');
    else if (why === 'limit') log.warn(facts, 'Recording ended at its size limit');
    else log.warn(facts, 'Recording ended, not writable');
  }
}

/** A reason of another machine may be a sentence that names it. */
function shortReason(reason: string): string {
  return /^[\w-]{1,40}$/.test(reason) ? reason : 'error';
}
