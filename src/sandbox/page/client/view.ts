import type { EmojiView, MessageView, Person, Place, WorldView } from '../protocol.ts';

/** All that the page shows. */
export interface View {
  readonly isOnline: boolean;
  readonly people: readonly Person[];
  readonly places: readonly Place[];
  readonly emojis: readonly EmojiView[];
  readonly locales: readonly string[];
  readonly messages: ReadonlyMap<string, MessageView>;
  readonly world: WorldView | null;
  readonly personId: string;
  readonly placeId: string;
  /** Places with messages that came while another was looked at. */
  readonly unread: ReadonlySet<string>;
  readonly dismissed: ReadonlySet<string>;
  /** What went wrong with a message's button or menu, by message. */
  readonly failures: ReadonlyMap<string, string>;
}

export const EMPTY_VIEW: View = {
  isOnline: false,
  people: [],
  places: [],
  emojis: [],
  locales: [],
  messages: new Map(),
  world: null,
  personId: '',
  placeId: '',
  unread: new Set(),
  dismissed: new Set(),
  failures: new Map(),
};

export function personOf(view: View): Person | null {
  return view.people.find(({ id }) => id === view.personId) ?? null;
}

export function placeOf(view: View): Place | null {
  return view.places.find(({ id }) => id === view.placeId) ?? null;
}

/** Discord's type of a channel that holds posts, and no messages of its own. */
export const FORUM = 15;

/** The channel or forum of a thread; null for any other place. */
export function parentOf(view: View, { parentId }: Place): Place | null {
  return view.places.find(({ id }) => id === parentId) ?? null;
}

/** The places that the person sees: their own direct messages and, unless met only there, the servers' channels. */
export function placesOf(view: View): readonly Place[] {
  const person = personOf(view);
  return view.places.filter((place) =>
    place.guild === null ? place.ownerId === person?.id : person !== null && person.role !== 'user',
  );
}

/** The messages that the person sees in the place they look at, oldest first. */
export function messagesOf(view: View): readonly MessageView[] {
  return [...view.messages.values()].filter(
    (message) =>
      message.placeId === view.placeId &&
      (message.onlyFor === null || message.onlyFor === view.personId) &&
      !view.dismissed.has(message.id),
  );
}

/** The same view with somebody else looking at it, at a place that they can see. */
export function lookAs(view: View, personId: string): View {
  const seen = { ...view, personId };
  const places = placesOf(seen);
  const still = places.find(({ id }) => id === view.placeId);
  return lookAt(seen, (still ?? places[0])?.id ?? '');
}

export function lookAt(view: View, placeId: string): View {
  const unread = new Set(view.unread);
  unread.delete(placeId);
  return { ...view, placeId, unread };
}
