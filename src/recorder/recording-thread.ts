import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { formatOperatorFault } from '../faults/operator-fault.ts';
import { recordingFilesIn } from './recording-folder.ts';
import type { AboutRecording, RecordedLine } from './recording-format.ts';
import { RecordingWriter } from './recording-writer.ts';

/** Limits the time between two writes. A kill loses at most the frames of this time. */
const FLUSH_MS = 2_000;

export interface RecordingThreadData {
  readonly folder: string;
  readonly about: AboutRecording;
  readonly limitBytes: number;
}

/** A message to the thread, which answers each with one `done`. */
export type ToRecord =
  | { readonly kind: 'frame'; readonly at: number; readonly data: Uint8Array; readonly isBinary: boolean }
  | { readonly kind: 'line'; readonly line: RecordedLine }
  | { readonly kind: 'chunk'; readonly data: Uint8Array }
  | { readonly kind: 'snapshot'; readonly at: number }
  | { readonly kind: 'discard' }
  | { readonly kind: 'end'; readonly at: number };

/** A message of the thread. `ended` is the reason why the recording is over. */
export type FromRecording = { readonly done: true } | { readonly ended: string };

/** The thread of `Recorder`. Compression and writes run here, so that the stream never waits for them. */
const port = parentPort;
if (port !== null) {
  const { folder, about, limitBytes }: RecordingThreadData = workerData;
  // Only this thread knows the key, and it ends with the thread.
  const writer = new RecordingWriter({ files: recordingFilesIn(folder), about, limitBytes, key: randomBytes(32) });
  const post = (message: FromRecording) => port.postMessage(message);
  const end = (why: string) => {
    post({ ended: why });
    clearInterval(flushing);
    port.close();
  };
  const attempt = (work: () => void) => {
    try {
      work();
      if (writer.ended !== null) end(writer.ended);
    } catch (error) {
      end(formatOperatorFault(error) ?? String(error));
    }
  };
  const flushing = setInterval(() => attempt(() => writer.flush()), FLUSH_MS);
  port.on('message', (message: ToRecord) => {
    attempt(() => handleMessage(writer, message));
    post({ done: true });
  });
}

function handleMessage(writer: RecordingWriter, message: ToRecord): void {
  switch (message.kind) {
    case 'frame': {
      const { at, data, isBinary } = message;
      if (isBinary || !isUtf8(data)) writer.line({ at, bytes: data.length, isBinary });
      else writer.frame(at, Buffer.from(data).toString());
      break;
    }
    case 'line':
      writer.line(message.line);
      break;
    case 'chunk':
      writer.addToSnapshot(message.data);
      break;
    case 'snapshot':
      writer.endSnapshot(message.at);
      break;
    case 'discard':
      writer.discardSnapshot();
      break;
    case 'end':
      writer.end(message.at);
      break;
  }
}
