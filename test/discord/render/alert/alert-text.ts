import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import type { Change } from '../../../../src/market/change.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import type { Cause } from '../../../../src/routing/notice.ts';
import type { Watch } from '../../../../src/routing/watch.ts';
import { watch } from '../../../routing/samples.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { BEGAN } from '../arbitraries.ts';

export function watchOf(type: string, more: Partial<Watch> = {}): Watch {
  const usual = { trigger: 'listed', price: null, cooldownMinutes: 60, locale: 'en-US' } as const;
  return watch('w1', { ...usual, item: { type }, ...more });
}

export function noticeOf(cause: Cause, ...subscriptions: readonly Watch[]): NoticeInContext {
  const target = { kind: 'user', id: '1' } as const;
  return {
    notice: { id: 1, held: null, target, cause, subscriptionIds: subscriptions.map(({ id }) => id), dueAt: 0 },
    subscriptions,
    worth: null,
  };
}

export function alertText(changes: readonly Change[], ...watches: readonly Watch[]): string {
  const { body } = composeAlert(
    changes.map((change) => noticeOf({ kind: 'change', change }, ...watches)),
    BEGAN,
    ALERT_PARTS,
  );
  const embeds = (body.message.embeds ?? []).flatMap(({ title = [], description = [] }) => [title, description].flat());
  return [body.message.content, ...embeds].join('\n');
}
