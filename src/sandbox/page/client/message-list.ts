import type { MessageView } from '../protocol.ts';
import { fill, h } from './dom.ts';
import { followEnd } from './follow-end.ts';
import type { Names } from './markdown-elements.ts';
import { type MessageActs, messageElement } from './message.ts';
import { messagesOf, type View } from './view.ts';

/** The messages of the place; only those that changed are drawn anew, so that focus and selection stay. */
export function createMessageList(list: HTMLOListElement, scroll: HTMLElement, acts: MessageActs) {
  const drawn = new Map<string, { message: MessageView; failure: string | null; element: HTMLElement }>();
  const end = followEnd(scroll, list);
  let placeId = '';

  function elementOf(message: MessageView, failure: string | null, names: Names): HTMLElement {
    const known = drawn.get(message.id);
    if (known && known.message === message && known.failure === failure) return known.element;
    const focusedKey = focusedIn(known?.element);
    const element = messageElement(message, failure, names, acts);
    known?.element.replaceWith(element);
    if (focusedKey !== null) element.querySelector<HTMLElement>(`[data-key="${CSS.escape(focusedKey)}"]`)?.focus();
    drawn.set(message.id, { message, failure, element });
    return element;
  }

  return {
    show(view: View): void {
      const messages = messagesOf(view);
      const isNewPlace = view.placeId !== placeId;
      const isOwnNew = messages.some(({ id, asked }) => !drawn.has(id) && asked?.personId === view.personId);
      placeId = view.placeId;
      for (const id of drawn.keys()) if (!view.messages.has(id)) drawn.delete(id);
      const names = namesIn(view);
      const elements = messages.map((message) => elementOf(message, view.failures.get(message.id) ?? null, names));
      const isSame = elements.length === list.children.length && elements.every((one, i) => one === list.children[i]);
      if (elements.length === 0)
        fill(list, h('li', { class: 'empty' }, 'Nothing here yet. Type / to see what Crier can do.'));
      else if (!isSame) list.replaceChildren(...elements);
      if (isNewPlace || isOwnNew) end.goToEnd();
    },
  };
}

function focusedIn(element: HTMLElement | undefined): string | null {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && element?.contains(focused) ? (focused.dataset.key ?? null) : null;
}

function namesIn(view: View): Names {
  return {
    user: (id) => view.people.find((person) => person.id === id)?.name ?? null,
    channel: (id) => view.places.find((place) => place.id === id)?.name ?? null,
  };
}
