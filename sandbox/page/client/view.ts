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
  /** The messages that came while another place was looked at. */
  readonly unread: readonly Unread[];
  readonly dismissed: ReadonlySet<string>;
  /** What went wrong with a message's button or menu, by message. */
  readonly failures: ReadonlyMap<string, string>;
  /** Why Crier could not be invited; null: it could, or nobody tried. */
  readonly notInvited: string | null;
}

export interface Unread {
  readonly placeId: string;
  /** Null: everyone there. */
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

/** The person's language, as Discord codes it. */
export function localeOf(view: View): string {
  return personOf(view)?.locale ?? 'en-US';
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
  return { ...view, placeId, unread: view.unread.filter((each) => each.placeId !== placeId) };
}

/** As `lookAt`, where the person sees that place; else they stay where they are. */
export function visit(view: View, placeId: string): View {
  return placesOf(view).some(({ id }) => id === placeId) ? lookAt(view, placeId) : view;
}

/** How many messages of a place the person has not seen. */
export function unreadIn({ unread, personId }: View, placeId: string): number {
  return unread.filter((each) => each.placeId === placeId && (each.onlyFor ?? personId) === personId).length;
}

/** The direct messages of a person; null where the welcome has not come. */
export function dmOf(view: View, personId: string): Place | null {
  return view.places.find(({ ownerId }) => ownerId === personId) ?? null;
}
