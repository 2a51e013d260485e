import { type Json, jsonOf, jsonsOf } from '../json.ts';
import type { SentFile } from '../world/attachments.ts';
import type { Problems } from './problems.ts';

const mostFiles = 10;

/** A file uploaded with a request. */
export interface UploadedFile extends SentFile {
  /** The n of its `files[n]`. */
  readonly index: string;
}

/**
 * Checks the files of a message. `attachments`, if given, names every file: the new ones by the n of their `files[n]`,
 * the kept ones by id. If it is absent, all earlier files stay.
 * @returns the ids of the earlier files that stay
 */
export function checkAttachments(
  problems: Problems,
  value: unknown,
  files: readonly UploadedFile[],
  earlierIds: readonly string[],
): readonly string[] {
  const kept = value === undefined ? earlierIds : checkList(problems, value, files, earlierIds);
  if (kept.length + files.length > mostFiles) problems.badLength(['attachments'], { max: mostFiles });
  return kept;
}

function checkList(
  problems: Problems,
  value: unknown,
  files: readonly UploadedFile[],
  earlierIds: readonly string[],
): string[] {
  const listed: string[] = [];
  for (const [index, each] of problems.list(['attachments'], value, { max: mostFiles }).entries()) {
    const { description } = jsonOf(each);
    const id = String(jsonOf(each).id);
    const isThere = earlierIds.includes(id) || files.some((file) => file.index === id);
    problems.text(['attachments', index, 'description'], description, { min: 0, max: 1_024, required: false });
    if (!isThere) notFound(problems, ['attachments', index, 'id'], `There is no file or attachment ${id}.`);
    if (listed.includes(id)) notFound(problems, ['attachments', index, 'id'], `${id} is named twice.`);
    listed.push(id);
  }
  for (const { index, filename } of files) {
    if (!listed.includes(index))
      notFound(problems, ['attachments'], `files[${index}] (${filename}) is not named here.`);
  }
  return listed.filter((id) => earlierIds.includes(id));
}

/** @returns the description that the body gives `files[n]`, or null if it gives none */
export function descriptionOf(body: Json, { index }: UploadedFile): string | null {
  const named = jsonsOf(body.attachments).find((each) => String(each.id) === index);
  return typeof named?.description === 'string' ? named.description : null;
}

function notFound(problems: Problems, path: readonly (string | number)[], message: string): void {
  problems.add(path, 'ATTACHMENT_NOT_FOUND', message);
}
