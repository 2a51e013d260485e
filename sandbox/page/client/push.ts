import type { MessageView } from '../protocol.ts';
import { timeElement } from './clock.ts';
import { h } from './dom.ts';
import { avatar } from './message.ts';
import { dmOf, placesOf, type View } from './view.ts';

const SHOWN = 3;
const TOAST_MS = 9_000;
/** Discord's flag of a message without a notification. */
const SILENT = 4_096;

/** Notifications on the person's phone, newest first: messages outside interactions in places that the person sees. */
export function pushesOf(view: View): readonly MessageView[] {
  const seen = new Set(placesOf(view).map(({ id }) => id));
  return [...view.messages.values()].filter((message) => isPush(message) && seen.has(message.placeId)).reverse();
}

function isPush({ author, asked, onlyFor, flags }: MessageView): boolean {
  return author.isBot && asked === null && onlyFor === null && (flags & SILENT) === 0;
}

/** A message as a push notification: its author and its `content`, nothing else. */
export function pushElement(message: MessageView, view: View): HTMLElement {
  const place = view.places.find(({ id }) => id === message.placeId);
  const where = place?.guild ? ` (#${place.name}, ${place.guild})` : '';
  const text = message.content === '' ? h('em', {}, 'No content: the phone shows nothing here') : message.content;
  return h(
    'button',
    {
      type: 'button',
      class: 'push',
      'data-test': 'push',
      'data-show': 'chat',
      'data-place': message.placeId,
      'data-message': message.id,
    },
    avatar(message.author.name, true),
    h(
      'span',
      { class: 'push-words' },
      h('b', {}, `${message.author.name}${where}`, timeElement(message.createdAt, 't', 'plain-time')),
      h('span', { class: 'push-text' }, text),
    ),
  );
}

/** The last notifications on the person's phone. */
export function phoneElements(view: View, name: string): readonly HTMLElement[] {
  const pushes = pushesOf(view).slice(0, SHOWN);
  const nothing = h('p', { class: 'hint' }, 'What Crier sends by itself shows here as on a locked phone.');
  return [
    h('h2', {}, `On ${name}’s phone`),
    ...(pushes.length > 0 ? pushes.map((message) => pushElement(message, view)) : [nothing]),
  ];
}

/** Shows each new direct message for the person, for a few seconds or until a click. */
export function createToast(root: HTMLElement) {
  let timer = 0;
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node && root.contains(target))) root.replaceChildren();
  });
  root.addEventListener('click', () => root.replaceChildren());
  return (view: View, before: View): void => {
    const dm = dmOf(view, view.personId);
    const arrived = pushesOf(view).find(({ id, placeId }) => placeId === dm?.id && !before.messages.has(id));
    if (!arrived || before.messages.size === 0) return;
    root.replaceChildren(pushElement(arrived, view));
    clearTimeout(timer);
    timer = setTimeout(() => root.replaceChildren(), TOAST_MS);
  };
}
