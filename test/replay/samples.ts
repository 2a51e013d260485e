import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRecording, recordingFilesIn } from '../../src/recorder/recording-folder.ts';
import type { AboutRecording } from '../../src/recorder/recording-format.ts';
import { RecordingWriter } from '../../src/recorder/recording-writer.ts';

const SAMPLES = join(import.meta.dirname, '../samples');
/** 12:00, so that a test of a few minutes stays within the hour. */
export const START = Date.UTC(2026, 2, 15, 12);

export function sample(name: string): readonly unknown[] {
  return JSON.parse(readFileSync(join(SAMPLES, `${name}.json`), 'utf8'));
}

/** Creates a recording in the folder, as the recorder's thread does. */
export function recordingIn(folder: string, settings: AboutRecording['settings'] = {}): RecordingWriter {
  const about: AboutRecording = { format: 1, crier: '0.4.0', startedAt: START, pixels: true, settings };
  makeRecording(folder, about);
  return new RecordingWriter({
    files: recordingFilesIn(folder),
    about,
    limitBytes: 1e9,
    key: new Uint8Array(32).fill(9),
  });
}

/** Records the frames of the samples a second apart, on one connection. */
export function recordSamples(writer: RecordingWriter): void {
  writer.line({ at: START, opened: '' });
  const frames = ['plain', 'variants', 'containers', 'paintings'].flatMap(sample);
  for (const [at, frame] of frames.entries()) writer.frame(START + at * 1_000, JSON.stringify(frame));
}

export function recordSnapshot(writer: RecordingWriter, at: number, shops: readonly unknown[]): void {
  writer.addToSnapshot(Buffer.from(JSON.stringify(shops)));
  writer.endSnapshot(at);
}
