import type { EmojiView, MessageView, Person, Place, WorldView } from '../protocol.ts';

/** The complete state of the page. */
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
  /** Messages that came while the visitor looked at another place. */
  readonly unread: readonly Unread[];
  readonly dismissed: ReadonlySet<string>;
  /** Failures of buttons and menus, by message. */
  readonly failures: ReadonlyMap<string, string>;
  /** The reason why Crier could not be invited, or null. */
  readonly notInvited: string | null;
}

export interface Unread {
  readonly placeId: string;
  /** Null for everyone in the place. */
  readonly onlyFor: string | null;
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
  unread: [],
  dismissed: new Set(),
  failures: new Map(),
  notInvited: null,
};

export function personOf(view: View): Person | null {
  return view.people.find(({ id }) => id === view.personId) ?? null;
}

/** The person's language, by Discord's code. */
export function localeOf(view: View): string {
  return personOf(view)?.locale ?? 'en-US';
}

export function placeOf(view: View): Place | null {
  return view.places.find(({ id }) => id === view.placeId) ?? null;
}

/** Discord's type of a channel that holds posts, and no messages of its own. */
export const FORUM = 15;

/** The channel or forum of a thread, or null for any other place. */
export function parentOf(view: View, { parentId }: Place): Place | null {
  return view.places.find(({ id }) => id === parentId) ?? null;
}

/** The person's places: their own direct messages and, unless they only use those, the servers' channels. */
export function placesOf(view: View): readonly Place[] {
  const person = personOf(view);
  return view.places.filter((place) =>
    place.guild === null ? place.ownerId === person?.id : person !== null && person.role !== 'user',
  );
}

/** The messages that the person sees in the open place, oldest first. */
export function messagesOf(view: View): readonly MessageView[] {
  return [...view.messages.values()].filter(
    (message) =>
      message.placeId === view.placeId &&
      (message.onlyFor === null || message.onlyFor === view.personId) &&
      !view.dismissed.has(message.id),
  );
}

/** Returns the view of another person, at a place that they can see. */
export function viewAs(view: View, personId: string): View {
  const seen = { ...view, personId };
  const places = placesOf(seen);
  const still = places.find(({ id }) => id === view.placeId);
  return openPlace(seen, (still ?? places[0])?.id ?? '');
}

export function openPlace(view: View, placeId: string): View {
  return { ...view, placeId, unread: view.unread.filter((each) => each.placeId !== placeId) };
}

/** Opens a place like `openPlace` if the person sees it, or else changes nothing. */
export function visit(view: View, placeId: string): View {
  return placesOf(view).some(({ id }) => id === placeId) ? openPlace(view, placeId) : view;
}

/** Number of messages in a place that the person has not seen. */
export function unreadIn({ unread, personId }: View, placeId: string): number {
  return unread.filter((each) => each.placeId === placeId && (each.onlyFor ?? personId) === personId).length;
}

/** The direct messages of a person, or null before the welcome. */
export function dmOf(view: View, personId: string): Place | null {
  return view.places.find(({ ownerId }) => ownerId === personId) ?? null;
}
