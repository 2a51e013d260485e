import { placeOf, placesOf, type View } from './view.ts';

interface Named {
  readonly name: string;
  /** The id of the named thing. */
  readonly value: string;
}

/** Names for the ids of mentions, and the entries of menus of people and channels. */
export interface Names {
  /** Null if the name is unknown here. */
  user(id: string): string | null;
  channel(id: string): string | null;
  readonly people: readonly Named[];
  /** Channels of the open server, with Discord's type of each. */
  readonly channels: readonly (Named & { readonly type: number })[];
}

export function namesIn(view: View): Names {
  const guildId = placeOf(view)?.guildId ?? null;
  const channels = placesOf(view).filter((place) => guildId !== null && place.guildId === guildId);
  return {
    user: (id) => view.people.find((person) => person.id === id)?.name ?? null,
    channel: (id) => view.places.find((place) => place.id === id)?.name ?? null,
    people: view.people.map(({ id, name }) => ({ name, value: id })),
    channels: channels.map(({ id, name, type }) => ({ name, value: id, type })),
  };
}
