import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageFlags } from '../../../../sandbox/discord/numbers.ts';
import { checkMessage } from '../../../../sandbox/discord/rules/message-rules.ts';
import { AlertPictures } from '../../../../src/discord/alerts/alert-pictures.ts';
import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import { type AlertBody, readBody, writeBody } from '../../../../src/discord/render/alert/alert-body.ts';
import type { Change } from '../../../../src/market/change.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import type { Item } from '../../../../src/market/item/item.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import type { KnownPainting } from '../../../../src/ports/pictures.ts';
import type { Feed } from '../../../../src/routing/feed.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { auction, item, shop, trade } from '../../../market/samples.ts';
import { propertyRuns } from '../../../property-runs.ts';
import { greyPng } from '../../../sandbox/discord/png.ts';
import { ManualClock } from '../../../time/manual-clock.ts';
import { canvasId, knownPainting, painting } from '../../painting-samples.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { entry as anyTelling, BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';
import { hostileText } from '../hostile.ts';

/** Stands on: whole messages by fast-check with their pictures, checked against the rules of the simulated Discord. */

const CHANNEL = { kind: 'channel', id: '80351110224678913' } as const;
const USER = { kind: 'user', id: '80351110224678914' } as const;

function noticeOf(
  change: Change,
  paintings: readonly KnownPainting[],
  { feed = feedOf('auctions') as Feed, target = CHANNEL as typeof CHANNEL | typeof USER, id = 1 } = {},
): NoticeInContext {
  const cause = { kind: 'change', change } as const;
  return {
    notice: { id, held: null, target, cause, subscriptionIds: [feed.id], dueAt: 0 },
    subscriptions: [feed],
    worth: null,
    paintings,
  };
}

const sold = (of: Item, finalBid = 9): Change => ({
  kind: 'auctioned',
  at: BEGAN,
  auction: { ...auction(of), finalBid },
});
const listed = (of: Item): Change => ({ kind: 'listed', at: BEGAN, shop: shop(1, { item: of }) });
const compose = (...entries: readonly NoticeInContext[]): AlertBody => composeAlert(entries, BEGAN, ALERT_PARTS).body;
const buttonsOf = ({ message }: AlertBody) => JSON.stringify(message.components ?? []);

describe('a sold painting', () => {
  test('is sealed as the thumbnail of its card, with title, author and size as alt text', () => {
    const { pictures, message } = compose(noticeOf(sold(painting(7)), [knownPainting(7)]));
    expect(pictures).toEqual([
      {
        canvas: canvasId(7),
        generation: null,
        width: 32,
        height: 16,
        name: `canvas-${canvasId(7)}.png`,
        description: '“Harbour at Dusk” by Ariane, 32 × 16 pixels',
        embeds: [0],
      },
    ]);
    expect(message.embeds?.[0]?.thumbnail, 'the body alone names no file').toBeUndefined();
  });

  test('has alt text in the language of its message', () => {
    const feed = feedOf('auctions', { locale: 'de' });
    const untitled = knownPainting(7, { title: null });
    expect(compose(noticeOf(sold(painting(7)), [untitled], { feed })).pictures?.[0]?.description).toBe(
      'Gemälde ohne Titel von Ariane, 32 × 16 Pixel',
    );
  });

  test('is attached once for two cards at different prices', () => {
    const twice = [sold(painting(7)), sold(painting(7), 10)].map((change) => noticeOf(change, [knownPainting(7)]));
    expect(compose(...twice).pictures).toMatchObject([{ canvas: canvasId(7), embeds: [0, 1] }]);
  });

  test('has no picture in a compact feed, or while its pixels are unknown', () => {
    const feed = feedOf('auctions', { style: 'compact' });
    expect(compose(noticeOf(sold(painting(7)), [knownPainting(7)], { feed })).pictures).toBeUndefined();
    expect(compose(noticeOf(sold(painting(7)), [])).pictures).toBeUndefined();
    expect(compose(noticeOf(sold(painting(7)), [knownPainting(8)])).pictures).toBeUndefined();
  });
});

describe('an alert about a box', () => {
  const boxOf = (...contents: readonly Item[]) => item('SHULKER_BOX', { contents });

  test('shows the only painting in it', () => {
    const box = boxOf(painting(7), painting(7), item('DIAMOND'));
    expect(compose(noticeOf(sold(box), [knownPainting(7)])).pictures).toMatchObject([{ canvas: canvasId(7) }]);
  });

  test('shows no picture if it contains several paintings', () => {
    const known = [knownPainting(7), knownPainting(8)];
    expect(compose(noticeOf(sold(boxOf(painting(7), painting(8))), known)).pictures).toBeUndefined();
  });

  test('shows the one painting among several that the feed selects', () => {
    const { type, key } = painting(8).identity;
    const feed = feedOf('auctions', { filter: { item: { type, key }, containers: true } });
    const known = [knownPainting(7), knownPainting(8)];
    const { pictures } = compose(noticeOf(sold(boxOf(painting(7), painting(8))), known, { feed }));
    expect(pictures).toMatchObject([{ canvas: canvasId(8) }]);
  });
});

describe('a banned painting', () => {
  const banned = knownPainting(7, { isBanned: true });

  test('fault 98: is not sealed as a picture, and its card has a *Show* button', () => {
    for (const change of [sold(painting(7)), listed(painting(7))]) {
      const body = compose(noticeOf(change, [banned]));
      expect(body.pictures).toBeUndefined();
      expect(buttonsOf(body)).toContain(`"label":"Show","custom_id":"painting-banned:show:${canvasId(7)}"`);
    }
  });

  test('has its own button next to the pictures of other paintings', () => {
    const other = knownPainting(9, { isBanned: true, title: 'Storm' });
    const body = compose(
      ...[noticeOf(sold(painting(7)), [banned]), noticeOf(sold(painting(8)), [knownPainting(8)])],
      noticeOf(sold(painting(9)), [other]),
    );
    expect(body.pictures).toMatchObject([{ canvas: canvasId(8), embeds: [1] }]);
    expect(buttonsOf(body)).toContain('"label":"Show “Harbour at Dusk” by Ariane"');
    expect(buttonsOf(body)).toContain('"label":"Show “Storm” by Ariane"');
  });

  test('has neither picture nor *Show* in a direct message, which has no moderators', () => {
    const body = compose(noticeOf(sold(painting(7)), [banned], { target: USER }));
    expect(body.pictures).toBeUndefined();
    expect(buttonsOf(body)).toBe('[]');
  });

  test('is the one shown of a box in a feed of banned paintings', () => {
    const box = item('SHULKER_BOX', { contents: [painting(8), painting(7)] });
    const feed = feedOf('banned-paintings');
    const change: Change = { kind: 'banned', at: BEGAN, shop: shop(1, { item: box }), canvas: canvasId(7) };
    const body = compose(noticeOf(change, [knownPainting(8), banned], { feed }));
    expect(body.pictures).toBeUndefined();
    expect(buttonsOf(body)).toContain(`painting-banned:show:${canvasId(7)}`);
  });
});

describe('any alert about paintings', () => {
  const number = fc.integer({ min: 1, max: 12 });
  const goods = fc.oneof(
    number.map((n) => painting(n)),
    fc.array(number, { maxLength: 3 }).map((all) => item('SHULKER_BOX', { contents: all.map((n) => painting(n)) })),
    fc.constant(item(identify('DIAMOND'))),
  );
  const known = fc.record({ title: fc.option(hostileText), author: fc.option(hostileText), isBanned: fc.boolean() });
  const telling = fc
    .record({ goods, more: fc.array(known, { minLength: 12, maxLength: 12 }), kind: fc.nat(2), paid: fc.nat(5) })
    .map(({ goods: of, more, kind, paid }) => {
      const paintings = more.map((one, n) => knownPainting(n + 1, one)).filter((_, n) => n % 5 !== 4);
      const traded: Change = { kind: 'traded', at: BEGAN, trade: trade({ item: of, paid: paid + 1 }), shop: null };
      return noticeOf([sold(of, paid + 1), listed(of), traded][kind] ?? traded, paintings);
    });

  test('fault 98: has at most ten files of different names, and refers to drawn ones only', async () => {
    const isDrawn = fc.func(fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(telling, anyTelling), { minLength: 1, maxLength: 30 }),
        isDrawn,
        async (all, drawn) => {
          const { body, taken } = composeAlert(all, BEGAN, ALERT_PARTS);
          const sealed = readBody(writeBody(body));
          expect(sealed).toEqual(JSON.parse(JSON.stringify(body)));
          const banned = all
            .slice(0, taken)
            .flatMap(({ paintings = [] }) => paintings.flatMap(({ id, isBanned }) => (isBanned ? [id] : [])));
          const certain = new Set(banned);
          for (const { paintings = [] } of all)
            for (const { id, isBanned } of paintings) if (!isBanned) certain.delete(id);
          const { pictures = [] } = sealed;
          expect(pictures.filter(({ canvas }) => certain.has(canvas))).toEqual([]);
          expect(new Set(pictures.map(({ canvas }) => canvas)).size).toBe(pictures.length);

          const draw = async (canvas: string) => (drawn(canvas) ? greyPng(2, 2) : null);
          const added = await new AlertPictures({ draw, clock: new ManualClock(), log: recordingLog() }).addTo(
            sealed.message,
            pictures,
            CHANNEL,
          );
          const { message, files } = added ?? { message: sealed.message, files: [] };
          expect(files.length).toBeLessThanOrEqual(10);
          expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
          const sent = files.map(({ name, data }, index) => ({
            index: String(index),
            filename: name,
            contentType: 'image/png',
            bytes: Buffer.from(data as Buffer),
          }));
          const allowedFlags = messageFlags.suppressEmbeds;
          checkMessage({ ...message, allowed_mentions: { parse: [] } }, { allowedFlags, files: sent });
        },
      ),
      { numRuns: propertyRuns(1 / 8) },
    );
  });
});
