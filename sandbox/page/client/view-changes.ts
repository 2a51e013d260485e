import type { MessageView } from '../protocol.ts';
import type { Push } from './connection.ts';
import { personOf, type View, viewAs } from './view.ts';

/** Number of messages kept for each place, the newest, because a page may stay open for days. */
const MOST_IN_PLACE = 300;

/** Returns the view after a push of the server. */
export function applyPush(view: View, push: Push): View {
  switch (push.push) {
    case 'welcome': {
      const messages = push.messages.toSorted((a, b) => a.createdAt - b.createdAt);
      const next: View = {
        ...view,
        people: push.people,
        places: push.places,
        emojis: push.emojis,
        locales: push.locales,
        messages: new Map(messages.map((message) => [message.id, message])),
        world: push.world,
        failures: new Map(),
      };
      return viewAs(next, (personOf(next) ?? push.people[0])?.id ?? '');
    }
    case 'people':
      return { ...view, people: push.people };
    case 'places':
      return { ...view, places: push.places };
    case 'emojis':
      return { ...view, emojis: push.emojis };
    case 'message':
      return { ...put(view, push.message), unread: unreadAfter(view, push.message) };
    case 'edit':
      return put(view, push.message);
    case 'delete':
      return { ...view, messages: without(view.messages, push.messageId) };
    case 'world':
      return { ...view, world: push.world };
  }
}

/** Sets the failure of a message's button or menu, or clears it with null. */
export function fail(view: View, messageId: string, sentence: string | null): View {
  const failures = without(view.failures, messageId);
  if (sentence !== null) failures.set(messageId, sentence);
  return { ...view, failures };
}

export function dismiss(view: View, messageId: string): View {
  return { ...view, dismissed: new Set(view.dismissed).add(messageId) };
}

function put(view: View, message: MessageView): View {
  const failures = view.failures.has(message.id) ? without(view.failures, message.id) : view.failures;
  const messages = new Map(view.messages).set(message.id, message);
  const inPlace = [...messages.values()].filter(({ placeId }) => placeId === message.placeId);
  for (const { id } of inPlace.slice(0, -MOST_IN_PLACE)) messages.delete(id);
  return { ...view, messages, failures };
}

function unreadAfter(view: View, { placeId, onlyFor }: MessageView): View['unread'] {
  if (placeId === view.placeId) return view.unread;
  return [...view.unread, { placeId, onlyFor }].slice(-MOST_IN_PLACE);
}

function without<T>(map: ReadonlyMap<string, T>, key: string): Map<string, T> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
