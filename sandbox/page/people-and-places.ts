import { type Channel, channelTypes } from '../discord/world/entities.ts';
import type { Person, Place } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';

/** People that a visitor can play. */
export function peopleViews({ people }: Pick<Sandbox, 'people'>): Person[] {
  return people.map(({ user: { id, name, locale }, role }) => ({ id, name, role, locale }));
}

/** Places where they meet the bot. */
export function placeViews({ places }: Pick<Sandbox, 'places'>): Place[] {
  return places.map(placeView);
}

function placeView({ id, name, type, parent, guild, recipient }: Channel): Place {
  return {
    id,
    name: recipient ? 'Crier' : name,
    type: channelTypes[type],
    parentId: parent?.id ?? null,
    guildId: guild?.id ?? null,
    guild: guild?.name ?? null,
    ownerId: recipient?.id ?? null,
  };
}
