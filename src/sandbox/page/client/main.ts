import type { PageRequest } from '../protocol.ts';
import { tickEverySecond } from './clock.ts';
import { createCommandInput } from './command-input.ts';
import { connect, sentenceOf } from './connection.ts';
import { byId } from './dom.ts';
import { createMessageList } from './message-list.ts';
import { createModal } from './modal.ts';
import { showPlaces } from './sidebar.ts';
import { createStore } from './store.ts';
import { followTabs, followTheme } from './tabs.ts';
import { EMPTY_VIEW, lookAs, lookAt, type View } from './view.ts';
import { dismiss, fail, hear } from './view-changes.ts';
import { createWorldPanel } from './world-panel.ts';

const store = createStore<View>(EMPTY_VIEW);
const connection = connect(`ws://${location.host}/live`, {
  push: (push) => store.update((view) => hear(view, push)),
  online: (isOnline) => store.update((view) => ({ ...view, isOnline })),
});
const modal = createModal(byId('modal', HTMLDialogElement), connection, () => store.get().personId);

/** Asks what a control of a message does; a failure stands as a red line under that message. */
async function act(messageId: string, ask: Extract<PageRequest, { kind: 'press' | 'select' }>): Promise<void> {
  store.update((view) => fail(view, messageId, null));
  try {
    modal.show(await connection.ask(ask));
  } catch (error) {
    store.update((view) => fail(view, messageId, sentenceOf(error)));
  }
}

const list = createMessageList(byId('messages', HTMLOListElement), byId('scroll', HTMLDivElement), {
  press: (messageId, customId) =>
    void act(messageId, { kind: 'press', personId: store.get().personId, messageId, customId }),
  select: (messageId, customId, values) =>
    void act(messageId, { kind: 'select', personId: store.get().personId, messageId, customId, values }),
  dismiss: (messageId) => store.update((view) => dismiss(view, messageId)),
});
const input = createCommandInput(
  byId('box', HTMLDivElement),
  connection,
  () => store.get(),
  (begun) => modal.show(begun),
);
const world = createWorldPanel(byId('world', HTMLElement), connection);

store.listen((view, before) => {
  byId('offline', HTMLParagraphElement).hidden = view.isOnline;
  showPlaces(view, {
    be: (personId) => store.update((now) => lookAs(now, personId)),
    visit: (placeId) => store.update((now) => lookAt(now, placeId)),
  });
  list.show(view);
  if (view.world !== before.world && view.world) world.show(view.world);
  if (view.personId !== before.personId || view.placeId !== before.placeId || view.isOnline !== before.isOnline)
    void input.offer();
});
followTabs();
followTheme(byId('theme', HTMLButtonElement));
tickEverySecond();
