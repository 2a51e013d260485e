import type { LocalDiscord } from '../discord/discord.ts';
import type { Channel, User } from '../discord/world/entities.ts';
import type { Economy } from '../economy/economy.ts';
import type { Service } from '../service/service.ts';
import type { Person } from './protocol.ts';

/** What the page shows and steers: the simulations, the people a visitor can be, the places where they meet the bot. */
export interface Sandbox {
  readonly economy: Economy;
  readonly service: Service;
  readonly discord: LocalDiscord;
  readonly people: readonly { readonly user: User; readonly role: Person['role'] }[];
  /** Grows with the servers that a visitor lets the bot join. */
  readonly places: Channel[];
  /** The bot's own `GET /health`. */
  readonly healthUrl: string;
}
