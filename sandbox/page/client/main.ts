import type { PageRequest } from '../protocol.ts';
import { tickEverySecond, writeTimesIn } from './clock.ts';
import { createCommandInput } from './command-input.ts';
import { connect, sentenceOf } from './connection.ts';
import { byId } from './dom.ts';
import { createFirstSteps } from './first-steps.ts';
import { invite } from './invite.ts';
import { recall, remember } from './memory.ts';
import { createMessageList } from './message-list.ts';
import { createModal } from './modal.ts';
import { createToast } from './push.ts';
import { showSidebar } from './sidebar.ts';
import { createStore } from './store.ts';
import { followTabs, followTheme } from './tabs.ts';
import { dmOf, EMPTY_VIEW, localeOf, type View, viewAs, visit } from './view.ts';
import { applyPush, dismiss, fail } from './view-changes.ts';
import { createWorldPanel } from './world-panel.ts';

const store = createStore<View>({ ...EMPTY_VIEW, personId: recall('person') ?? '' });
const connection = connect(`ws://${location.host}/live`, {
  push: (push) => store.update((view) => applyPush(view, push)),
  online: (isOnline) => store.update((view) => ({ ...view, isOnline })),
});
const modal = createModal(byId('modal', HTMLDialogElement), connection, () => store.get());

/** Runs a message's control. A failure shows as a red line below that message. */
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
const toast = createToast(byId('toast', HTMLDivElement));
const steps = createFirstSteps(byId('steps', HTMLDivElement), {
  async run(line, values) {
    const { personId, placeId } = store.get();
    await connection.ask({ kind: 'run', personId, placeId, line, values });
  },
  async act(what) {
    await connection.ask({ kind: 'world', act: what });
  },
  seeMessages: () => store.update((view) => visit(view, dmOf(view, view.personId)?.id ?? '')),
});
const sidebar = {
  be(personId: string) {
    remember('person', personId);
    store.update((view) => viewAs(view, personId));
  },
  speak: (locale: string) =>
    void connection.ask({ kind: 'world', act: { kind: 'person-locale', personId: store.get().personId, locale } }),
  invite: () => void invite(connection, store),
};

store.listen((view, before) => {
  byId('offline', HTMLParagraphElement).hidden = view.isOnline;
  writeTimesIn(localeOf(view));
  const isOnlyWorld = view.world !== before.world && view.messages === before.messages;
  if (!isOnlyWorld || view.people !== before.people) showSidebar(view, sidebar);
  list.show(view);
  toast(view, before);
  steps.show(view, before);
  if (view.world !== before.world && view.world) world.show(view.world);
  if (
    view.personId !== before.personId ||
    view.placeId !== before.placeId ||
    view.isOnline !== before.isOnline ||
    view.people !== before.people
  )
    void input.offer();
});
/** A mentioned command fills the input. Places, their mentions and notifications open them. */
document.addEventListener('click', ({ target }) => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-command], [data-place]') : null;
  const { command, place, message } = pressed?.dataset ?? {};
  if (command !== undefined) input.begin(command);
  if (place !== undefined) store.update((view) => visit(view, place));
  if (message !== undefined) list.bring(message);
});
followTabs();
followTheme(byId('theme', HTMLButtonElement));
tickEverySecond();
