import { isJson, type Json } from '../json.ts';
import { emojiIdOf } from './emoji-rules.ts';
import type { Path, Problems } from './problems.ts';

/** The targets that a message can refer to: its own files by name, and the application's emojis by id. */
export interface References {
  readonly filenames: ReadonlySet<string>;
  readonly emojis: { has(id: string): boolean };
}

const imageSchemes = ['http:', 'https:', 'attachment:'];
const attachmentScheme = 'attachment://';
const maxUrlLength = 2_048;

/** Checks a component's media: an object with the URL of an image. */
export function checkMedia(problems: Problems, path: Path, value: unknown, references: References): void {
  if (!isJson(value)) problems.missing(path);
  else if (value.url === undefined || value.url === null) problems.missing([...path, 'url']);
  else checkImage(problems, [...path, 'url'], value.url, references);
}

/** Checks the media of a component that shows only files of the message itself, and no URL. */
export function checkOwnFile(problems: Problems, path: Path, value: unknown, references: References): void {
  checkMedia(problems, path, value, references);
  if (!isJson(value) || typeof value.url !== 'string' || value.url.startsWith(attachmentScheme)) return;
  const message = `Only ${attachmentScheme} of a file of this message may be used here.`;
  problems.add([...path, 'url'], 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_REQUIRED', message);
}

/** Checks an image: a URL, an `attachment://name` of an existing file, or the URL of an existing emoji. */
export function checkImage(problems: Problems, path: Path, value: unknown, { filenames, emojis }: References): void {
  const url = problems.url(path, value, imageSchemes);
  if (url === undefined) return;
  if (url.length > maxUrlLength) problems.badLength(path, { max: maxUrlLength });
  const emojiId = emojiIdOf(url);
  if (emojiId !== null && !emojis.has(emojiId)) problems.add(path, 'UNKNOWN_EMOJI', `There is no emoji ${emojiId}.`);
  if (!url.startsWith(attachmentScheme)) return;
  const filename = url.slice(attachmentScheme.length);
  if (!filenames.has(filename)) {
    problems.add(path, 'UNKNOWN_ATTACHMENT', `The attachment "${filename}" is not part of the message.`);
  }
}

/** Checks the optional alt text of an image. */
export function checkAltText(problems: Problems, path: Path, { description }: Json): void {
  problems.text([...path, 'description'], description, { max: 1_024, required: false });
}
