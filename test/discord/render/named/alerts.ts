import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import type { AlertBody } from '../../../../src/discord/render/alert/alert-body.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import type { Icons } from '../../../../src/ports/pictures.ts';
import type { Cause } from '../../../../src/routing/notice.ts';
import { LANGUAGES } from '../../../language/spoken.ts';
import { BEGAN } from '../arbitraries.ts';
import type { NamedWorld } from './world.ts';

/**
 * Composes alerts of each change alone, of a sample and of ending watches, as cards for feeds, as a list and as a
 * digest.
 */
export function everyAlert({ changes, feeds, watches }: NamedWorld, locale: string, icons: Icons): AlertBody[] {
  let id = 0;
  const entry = (cause: Cause, subscriptions: NoticeInContext['subscriptions']): NoticeInContext => {
    id += 1;
    const subscriptionIds = subscriptions.map((one) => one.id);
    const notice = { id, held: null, target: { kind: 'user', id: '1' }, cause, subscriptionIds, dueAt: BEGAN } as const;
    return { notice, subscriptions: subscriptions.map((one) => ({ ...one, locale })), worth: 4, gaps: [] };
  };
  const compact = feeds.map((one) => ({ ...one, style: 'compact' as const }));
  const ofWatches = changes.map((change) => entry({ kind: 'change', change }, watches));
  const posted = changes.map((change) => entry({ kind: 'change', change }, feeds));
  const alone = [
    ...changes.slice(-1).map((change) => entry({ kind: 'sample', change }, feeds.slice(1))),
    ...watches.slice(-2).map((watch) => entry({ kind: 'expiring', at: BEGAN, expiresAt: BEGAN + 1_000 }, [watch])),
  ];
  const lists = [ofWatches, posted, changes.map((change) => entry({ kind: 'change', change }, compact))];
  const all = [...[...ofWatches, ...alone].map((one) => [one]), ...lists];
  const composed = all.map((entries) => composeAlert(entries, BEGAN, { languages: LANGUAGES, icons }).body);
  const late = [ofWatches, posted].map(
    (entries) => composeAlert(entries, BEGAN, { languages: LANGUAGES, icons }, true).body,
  );
  return [...composed, ...late];
}
