import { extname } from 'node:path';
import type { Snowflakes } from '../snowflake.ts';
import type { Attachment, Channel } from './entities.ts';
import { pngSize } from './png-size.ts';

/** What Discord takes of anybody's file. */
export const maxFileBytes = 10 * 1_024 * 1_024;

/** A file as it is sent: by the bot in a form, or by a person for an option. */
export interface SentFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Of a file whose sender does not say what it is. */
export const unknownType = 'application/octet-stream';
/** Then Discord goes by its name. */
const typesByEnding: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

/** The name that Discord gives a file: anything but letters, digits, `.`, `-` and `_` becomes `_`. */
export function tidyFilename(name: string): string {
  return name.replace(/[^\w.-]+/g, '_') || 'unknown';
}

/** The files there are, each at an address of its own; of all bytes only so many are kept, the oldest dropped first. */
export class Attachments {
  readonly #files = new Map<string, Pick<SentFile, 'contentType' | 'bytes'>>();
  readonly #ids: Snowflakes;
  readonly #cdnUrl: () => string;
  readonly #mostBytes: number;
  #total = 0;

  constructor(parts: { ids: Snowflakes; cdnUrl: () => string; mostBytes: number }) {
    this.#ids = parts.ids;
    this.#cdnUrl = parts.cdnUrl;
    this.#mostBytes = parts.mostBytes;
  }

  add(
    channel: Channel,
    { filename: name, contentType: said, bytes }: SentFile,
    description: string | null = null,
  ): Attachment {
    const id = this.#ids.next();
    const filename = tidyFilename(name);
    const byName = said === unknownType ? typesByEnding[extname(filename).toLowerCase()] : undefined;
    const contentType = byName ?? said;
    this.#keep(id, { contentType, bytes });
    const url = `${this.#cdnUrl()}/attachments/${channel.id}/${id}/${filename}`;
    return { id, filename, contentType, size: bytes.length, image: pngSize(bytes), url, description };
  }

  /** What is at an address; undefined: it was removed, or dropped for newer ones. */
  find(url: string): Pick<SentFile, 'contentType' | 'bytes'> | undefined {
    return this.#files.get(/\/attachments\/\d+\/(\d+)\//.exec(url)?.[1] ?? '');
  }

  forget(id: string): void {
    this.#total -= this.#files.get(id)?.bytes.length ?? 0;
    this.#files.delete(id);
  }

  #keep(id: string, file: Pick<SentFile, 'contentType' | 'bytes'>): void {
    this.#files.set(id, file);
    this.#total += file.bytes.length;
    for (const oldest of this.#files.keys()) {
      if (this.#total <= this.#mostBytes) return;
      this.forget(oldest);
    }
  }
}
