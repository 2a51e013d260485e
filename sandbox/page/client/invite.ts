import { type Connection, sentenceOf } from './connection.ts';
import type { Store } from './store.ts';
import { localeOf, type View, visit } from './view.ts';

const NAMES = ['Harbour Town', 'Old Mill', 'Redstone Valley', 'Snowy Peaks', 'Mushroom Island', 'Desert Well'];
/** The channel for greetings of apps on a new server. */
const FIRST_CHANNEL = 'general';

/** Lets the bot join one more server, in the person's language, and opens the channel of its greeting. */
export async function invite(connection: Connection, store: Store<View>): Promise<void> {
  const { places } = store.get();
  const taken = new Set(places.map(({ guild }) => guild));
  const name = NAMES.find((each) => !taken.has(each)) ?? `Server ${taken.size}`;
  try {
    await connection.ask({ kind: 'world', act: { kind: 'join', name, locale: localeOf(store.get()) } });
  } catch (error) {
    store.update((view) => ({ ...view, notInvited: sentenceOf(error) }));
    return;
  }
  store.update((view) => {
    const general = view.places.find((place) => place.guild === name && place.name === FIRST_CHANNEL);
    return visit({ ...view, notInvited: null }, general?.id ?? '');
  });
}
