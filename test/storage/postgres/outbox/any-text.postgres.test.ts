import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Notice } from '../../../../src/routing/notice.ts';
import { channel, item, routed, traded } from '../../sqlite/journal/samples.ts';
import { anyUtf16 } from '../any-utf16.ts';
import { borrowHandle } from '../database.ts';
import { openOutbox, sealOf } from './open-outbox.ts';

test('any text of players and Discord is read back unchanged', async () => {
  const outbox = openOutbox(await borrowHandle());
  await fc.assert(
    fc.asyncProperty(anyUtf16, async (text) => {
      const sold = traded(1, { ...item(), name: text });
      await outbox.enqueue([routed(sold), routed(traded(2)), routed(traded(3))]);
      const [sent, refused, dropped] = (await outbox.waiting(channel, 9, 9)) as [Notice, Notice, Notice];
      expect(sent.cause).toEqual({ kind: 'change', change: sold });

      const best = { f1: { unitPrice: 4, goods: text, beats: null } };
      const { id } = await outbox.seal({ ...sealOf([sent]), body: JSON.stringify({ content: text }), best });
      expect((await outbox.sealed(channel)).map(({ body }) => JSON.parse(body))).toEqual([{ content: text }]);
      await outbox.settle(id, { kind: 'delivered', messageId: '9', at: 6 });
      expect((await outbox.lastDelivered(['f1'])).get('f1')).toEqual({ at: 6, price: { unitPrice: 4, goods: text } });

      const message = await outbox.seal(sealOf([refused]));
      await outbox.settle(message.id, { kind: 'undelivered', why: text, at: 7 });
      await outbox.settle(message.id, { kind: 'undelivered', why: text, at: 8 });
      await outbox.drop([{ notice: dropped, why: text }], 8);
      expect(await outbox.noticesOf(channel, 3)).toMatchObject([
        { end: { why: text, message: null } },
        { end: { message: { why: text } } },
        { end: { message: { best } } },
      ]);
    }),
    { numRuns: 25 },
  );
});
