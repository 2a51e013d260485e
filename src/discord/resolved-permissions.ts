const KEPT = 500;

interface ResolvedChannel {
  readonly permissions?: string;
  readonly app_permissions?: string;
}

interface Permissions {
  readonly member: bigint | null;
  readonly app: bigint | null;
}

interface Packet {
  readonly t?: string | null;
  readonly d?: {
    readonly id?: string;
    readonly data?: {
      readonly resolved?: { readonly channels?: Readonly<Record<string, ResolvedChannel>> };
    };
  };
}

/**
 * The permissions of the asker and of the application in a channel that was chosen in an option, as Discord resolved them.
 * discord.js drops them for channels it knows, and what it computes from cached roles is only as good as the cache. A 0 is
 * ignored: a member without any permission in a channel cannot choose it.
 */
export class ResolvedPermissions {
  readonly #byInteraction = new Map<string, ReadonlyMap<string, Permissions>>();

  /** Looks at a packet of the gateway before discord.js does. */
  note(packet: unknown): void {
    const { t, d } = packet as Packet;
    const channels = t === 'INTERACTION_CREATE' ? d?.data?.resolved?.channels : undefined;
    if (!channels || !d?.id) return;
    const known = Object.entries(channels).map(
      ([id, { permissions, app_permissions: app }]) => [id, { member: bitsOf(permissions), app: bitsOf(app) }] as const,
    );
    this.#byInteraction.set(d.id, new Map(known));
    const [oldest] = this.#byInteraction.keys();
    if (this.#byInteraction.size > KEPT && oldest !== undefined) this.#byInteraction.delete(oldest);
  }

  /** @returns the member's permissions, or null if the channel was not chosen in an option of that interaction */
  of(interactionId: string, channelId: string): bigint | null {
    return this.#byInteraction.get(interactionId)?.get(channelId)?.member ?? null;
  }

  /** @returns the application's permissions, or null as `of` does */
  ofApp(interactionId: string, channelId: string): bigint | null {
    return this.#byInteraction.get(interactionId)?.get(channelId)?.app ?? null;
  }
}

function bitsOf(permissions: string | undefined): bigint | null {
  return permissions !== undefined && /^[1-9]\d{0,19}$/.test(permissions) ? BigInt(permissions) : null;
}
