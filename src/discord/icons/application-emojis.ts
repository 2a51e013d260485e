import type { Client } from 'discord.js';

/** An emoji of the application. */
export interface UploadedEmoji {
  readonly id: string;
  readonly name: string;
}

/** The application's emojis at Discord; rejects with the errors of discord.js. */
export interface ApplicationEmojis {
  list(): Promise<readonly UploadedEmoji[]>;
  create(name: string, png: Uint8Array): Promise<UploadedEmoji>;
  delete(id: string): Promise<void>;
}

export function applicationEmojis({ application: { emojis } }: Client<true>): ApplicationEmojis {
  return {
    async list() {
      const found = await emojis.fetch(undefined, { cache: false });
      return found.map(({ id, name }) => ({ id, name: name ?? '' }));
    },
    async create(name, png) {
      const attachment = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      const { id } = await emojis.create({ attachment, name });
      return { id, name };
    },
    delete: (id) => emojis.delete(id),
  };
}
