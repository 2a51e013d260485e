import type { Clock } from './clock.ts';
import type { Commands } from './commands.ts';
import type { Events } from './events.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { Interactions } from './interactions.ts';
import type { DiscordSettings } from './options.ts';
import type { Attachments } from './world/attachments.ts';
import type { DmOpenings } from './world/dm-openings.ts';
import type { Emojis } from './world/emojis.ts';
import type { Messages } from './world/messages.ts';
import type { World } from './world/world.ts';

/** The parts of a local Discord, shared by REST routes and actors. */
export interface Core {
  readonly settings: DiscordSettings;
  readonly clock: Clock;
  readonly events: Events;
  readonly world: World;
  readonly messages: Messages;
  readonly attachments: Attachments;
  readonly emojis: Emojis;
  readonly dmOpenings: DmOpenings;
  readonly commands: Commands;
  readonly interactions: Interactions;
  readonly gateway: Gateway;
}
