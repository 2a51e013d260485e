const KEPT = 500;

interface Packet {
  readonly t?: string | null;
  readonly d?: {
    readonly id?: string;
    readonly data?: {
      readonly resolved?: { readonly channels?: Readonly<Record<string, { readonly permissions?: string }>> };
    };
  };
}

/**
 * What Discord itself says the asker may do in a channel that they chose in an option. discord.js drops it for channels
 * it knows, and its own reckoning from cached roles is only as good as the cache. Who may do nothing at all in a channel
 * cannot choose it, so that a 0 says nothing.
 */
export class ResolvedPermissions {
  readonly #byInteraction = new Map<string, ReadonlyMap<string, bigint>>();

  /** Looks at a packet of the gateway before discord.js does. */
  note(packet: unknown): void {
    const { t, d } = packet as Packet;
    const channels = t === 'INTERACTION_CREATE' ? d?.data?.resolved?.channels : undefined;
    if (!channels || !d?.id) return;
    const known = Object.entries(channels).flatMap(([id, { permissions }]) =>
      permissions && /^[1-9]\d{0,19}$/.test(permissions) ? [[id, BigInt(permissions)] as const] : [],
    );
    this.#byInteraction.set(d.id, new Map(known));
    const [oldest] = this.#byInteraction.keys();
    if (this.#byInteraction.size > KEPT && oldest !== undefined) this.#byInteraction.delete(oldest);
  }

  /** null: the channel was not chosen in an option of that interaction. */
  of(interactionId: string, channelId: string): bigint | null {
    return this.#byInteraction.get(interactionId)?.get(channelId) ?? null;
  }
}
