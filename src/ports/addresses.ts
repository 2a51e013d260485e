/** Direct-message channels by person: opening many quickly gets a bot blocked, so that they are kept. */
export interface Addresses {
  find(userId: string): Promise<string | null>;
  keep(userId: string, channelId: string): Promise<void>;
  forget(userId: string): Promise<void>;
}
