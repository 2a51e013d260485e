import { Problems } from './problems.ts';

const maxImageBytes = 256 * 1_024;
const namePattern = /^\w+$/;
const dataUri = /^data:(image\/(?:png|jpeg|gif|webp));base64,([\da-z+/]+={0,2})$/i;
/** First bytes of each image format in hex. A WebP names its format after its length. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^47494638(?:37|39)61/,
  'image/webp': /^52494646.{8}57454250/,
};

/**
 * Checks an emoji to create: a free name, and an image as a data URI of at most 256 KiB whose bytes match its type.
 * @throws ApiError with the error tree
 */
export function readEmoji(
  body: { readonly name: unknown; readonly image: unknown },
  taken: ReadonlySet<string>,
): { name: string; contentType: string; bytes: Buffer } {
  const problems = new Problems();
  const name = checkName(problems, body.name, taken);
  const image = checkImage(problems, body.image);
  problems.throwIfAny();
  return { name, ...image };
}

/**
 * Checks the new name of an emoji.
 * @throws ApiError if it is invalid or taken
 */
export function readEmojiName(value: unknown, taken: ReadonlySet<string>): string {
  const problems = new Problems();
  const name = checkName(problems, value, taken);
  problems.throwIfAny();
  return name;
}

function checkName(problems: Problems, value: unknown, taken: ReadonlySet<string>): string {
  const name = problems.text(['name'], value, { min: 2, max: 32 }) ?? '';
  if (name !== '' && !namePattern.test(name))
    problems.add(['name'], 'STRING_TYPE_REGEX', 'String value did not match validation regex.');
  if (taken.has(name))
    problems.add(['name'], 'APPLICATION_EMOJI_NAME_ALREADY_TAKEN', 'An emoji with this name already exists');
  return name;
}

function checkImage(problems: Problems, value: unknown): { contentType: string; bytes: Buffer } {
  const [, mediaType = '', base64 = ''] = (typeof value === 'string' ? dataUri.exec(value) : null) ?? [];
  const contentType = mediaType.toLowerCase();
  const bytes = Buffer.from(base64, 'base64');
  if (value === undefined || value === null) problems.missing(['image']);
  else if (!beginnings[contentType]?.test(bytes.toString('hex', 0, 16)))
    problems.add(['image'], 'IMAGE_INVALID', 'Invalid image data');
  else if (bytes.length > maxImageBytes)
    problems.add(['image'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.');
  return { contentType, bytes };
}

/** @returns the id of the emoji at a URL of Discord's CDN, or null for any other URL */
export function emojiIdOf(url: string): string | null {
  return /^https:\/\/cdn\.discordapp\.com\/emojis\/(\d+)\.\w+(?:\?.*)?$/.exec(url)?.[1] ?? null;
}
