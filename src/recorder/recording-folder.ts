import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorFault } from '../faults/operator-fault.ts';
import { ABOUT_FILE, type AboutRecording, SNAPSHOTS_FOLDER } from './recording-format.ts';
import type { RecordingFiles } from './recording-writer.ts';

/**
 * Makes a folder an empty recording.
 * @throws OperatorFault if the folder is not empty, or the file system's error
 */
export function makeRecording(folder: string, about: AboutRecording): void {
  const path = resolve(folder);
  mkdirSync(path, { recursive: true });
  if (readdirSync(path).length > 0) throw new OperatorFault(`${path} is not empty: name a new or an empty folder.`);
  mkdirSync(join(path, SNAPSHOTS_FOLDER));
  writeFileSync(join(path, ABOUT_FILE), `${JSON.stringify(about, null, 2)}\n`, { flag: 'wx' });
}

/** Returns the files of a recording in a folder of this machine. */
export function recordingFilesIn(folder: string): RecordingFiles {
  const at = (name: string) => join(resolve(folder), name);
  return {
    append: (name, bytes) => appendFileSync(at(name), bytes),
    replace(name, text) {
      writeFileSync(at(`${name}.part`), text);
      renameSync(at(`${name}.part`), at(name));
    },
    rename: (from, to) => renameSync(at(from), at(to)),
    remove: (name) => rmSync(at(name), { force: true }),
  };
}
