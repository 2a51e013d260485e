/**
 * What one process does for all, and every process reads: the ids of the commands it registered, the icons it uploaded. What
 * was put last under a name counts, also after a restart where the store keeps it.
 */
export interface Published {
  /** `value`: JSON. Written as soon as the store takes it. */
  put(name: PublishedName, value: unknown): void;
  /**
   * Calls `heard` with what stands there, at once where it is known already, and with whatever any process puts later. Another
   * version may have put it: whoever hears it checks its shape. `heard` must not throw.
   */
  follow(name: PublishedName, heard: (value: unknown) => void): void;
}

export type PublishedName = 'commands' | 'icons';
