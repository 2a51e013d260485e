import type { World } from '../../test/journeys/world/world.ts';
import type { Container } from './container.ts';

const READY_MS = 60_000;

/** Whether a started bot registers its commands within a minute, before it ends. */
export function isReady(world: World, bot: Container): Promise<boolean> {
  const registered = world.discord.events
    .next('commands', () => true, READY_MS)
    .then(
      () => true,
      () => false,
    );
  return Promise.race([registered, bot.exited.then(() => false)]);
}
