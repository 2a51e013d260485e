import type { LocalDiscord } from '../discord/discord.ts';
import type { Channel, User } from '../discord/world/entities.ts';
import type { Economy } from '../economy/economy.ts';
import type { Service } from '../service/service.ts';
import type { Person } from './protocol.ts';

/** The simulations, people and places that the page shows and controls. */
export interface Sandbox {
  readonly economy: Economy;
  readonly service: Service;
  readonly discord: LocalDiscord;
  readonly people: readonly { readonly user: User; readonly role: Person['role'] }[];
  /** Grows with each server that a visitor lets the bot join. */
  readonly places: Channel[];
  /** The bot's own `GET /health`. */
  readonly healthUrl: string;
}
