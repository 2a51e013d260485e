import type { MessageView } from '../protocol.ts';
import { fill, h } from './dom.ts';
import { followEnd } from './follow-end.ts';
import { createJump } from './jump.ts';
import { type MessageActs, messageElement } from './message.ts';
import { type Names, namesIn } from './names.ts';
import { localeOf, messagesOf, type View } from './view.ts';

interface Drawn {
  readonly message: MessageView;
  readonly failure: string | null;
  readonly element: HTMLElement;
}

/** The messages of the place. Only changed ones are drawn again, so that focus and selection stay. */
export function createMessageList(list: HTMLOListElement, scroll: HTMLElement, acts: MessageActs) {
  const drawn = new Map<string, Drawn>();
  const jump = createJump(() => end.goToEnd());
  const end = followEnd(scroll, list, (isAtEnd) => jump.move(isAtEnd));
  scroll.after(jump.element);
  let shown: View | null = null;
  /** The message that stays in view while it grows, until the reader moves on. */
  let watched: string | null = null;
  for (const act of ['wheel', 'touchmove', 'keydown']) {
    scroll.addEventListener(act, () => (watched = null), { passive: true });
  }

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

  function bring(id: string): void {
    const element = drawn.get(id)?.element;
    watched = id;
    if (element?.isConnected) end.bringIntoView(element);
  }

  return {
    show(view: View): void {
      const messages = messagesOf(view);
      const before = new Map([...drawn].map(([id, { message }]) => [id, message]));
      if (!isSameSetting(view, shown)) drawn.clear();
      for (const id of drawn.keys()) if (!view.messages.has(id)) drawn.delete(id);
      list.lang = localeOf(view);
      const names = namesIn(view);
      const elements = messages.map((message) => elementOf(message, view.failures.get(message.id) ?? null, names));
      const isSame = elements.length === list.children.length && elements.every((one, i) => one === list.children[i]);
      if (elements.length === 0)
        fill(list, h('li', { class: 'empty' }, 'Nothing here yet. Type / to see what Crier can do.'));
      else if (!isSame) list.replaceChildren(...elements);

      const isNewPlace = view.placeId !== shown?.placeId || view.personId !== shown.personId;
      const countArrival = messages.filter(({ id }) => !before.has(id));
      const own = countArrival.findLast(({ asked }) => asked?.personId === view.personId);
      const last = messages.at(-1);
      if (own && !isNewPlace) bring(own.id);
      else if (isNewPlace && last) bring(last.id);
      else if (watched !== null && before.get(watched) !== view.messages.get(watched)) bring(watched);
      else if (countArrival.length > 0) jump.countArrival();
      shown = view;
    },
    /** Scrolls a message of the place into view. */
    bring,
  };
}

/** Whether drawn messages may stay. */
function isSameSetting(view: View, shown: View | null): boolean {
  return view.people === shown?.people && view.places === shown.places && view.personId === shown.personId;
}

function focusedIn(element: HTMLElement | undefined): string | null {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && element?.contains(focused) ? (focused.dataset.key ?? null) : null;
}
