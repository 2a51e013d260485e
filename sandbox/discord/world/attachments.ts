import { extname } from 'node:path';
import type { Snowflakes } from '../snowflake.ts';
import type { Attachment, Channel } from './entities.ts';
import { pngSize } from './png-size.ts';

/** Discord's default limit on the size of a file (bytes). */
export const maxFileBytes = 10 * 1_024 * 1_024;

/** A file to upload, either by the bot in a form or by a user for an option. */
export interface SentFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Content type of a file whose sender names none. */
export const unknownType = 'application/octet-stream';
/** Content types by filename extension, for files of an unknown type. */
const typesByEnding: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

/** Cleans a filename as Discord does: any character but letters, digits, `.`, `-` and `_` becomes `_`. */
export function tidyFilename(name: string): string {
  return name.replace(/[^\w.-]+/g, '_') || 'unknown';
}

/** The stored files, each at a URL of its own. Beyond the limit on bytes the oldest are dropped first. */
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
    { filename: name, contentType: declaredType, bytes }: SentFile,
    description: string | null = null,
  ): Attachment {
    const id = this.#ids.next();
    const filename = tidyFilename(name);
    const byName = declaredType === unknownType ? typesByEnding[extname(filename).toLowerCase()] : undefined;
    const contentType = byName ?? declaredType;
    this.#keep(id, { contentType, bytes });
    const url = `${this.#cdnUrl()}/attachments/${channel.id}/${id}/${filename}`;
    return { id, filename, contentType, size: bytes.length, image: pngSize(bytes), url, description };
  }

  /** @returns the file at a URL, or undefined if it was removed or dropped for newer files */
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
