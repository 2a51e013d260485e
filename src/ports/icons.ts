/** A picture of an item, as Discord keeps it. */
export interface Icon {
  /** For the text of a message: `<:crier_slime_block:123…>`. A push notification shows it raw. */
  readonly emoji: string;
  readonly emojiId: string;
  /** The emoji's name, without colons. */
  readonly name: string;
  /** For a thumbnail or an embed: `https://cdn.discordapp.com/emojis/123….png`. */
  readonly url: string;
}

/** The pictures of items that Discord has of us. */
export interface Icons {
  /** By type, such as `slime_block`; at once, from memory. null: there is none, or not yet. */
  of(type: string): Icon | null;
}
