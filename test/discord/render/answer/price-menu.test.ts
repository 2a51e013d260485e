import { expect, test } from 'vitest';
import { renderPriceMenu } from '../../../../src/discord/render/answer/price.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { layoutText } from '../layout-text.ts';

test('the menu has the 25 most traded variants, each with its trades and shops', () => {
  const kinds = Array.from({ length: 30 }, (_, at) => ({
    identity: identify('ENCHANTED_BOOK', `{StoredEnchantments:[{id:"minecraft:sharpness",lvl:${at + 1}s}]}`),
    trades: 30 - at,
    shops: 1,
  }));
  const shared = { days: 7, freshness: '-# fresh', icons: NO_ICONS, language: ENGLISH };
  const menu = renderPriceMenu({ type: 'ENCHANTED_BOOK', kinds, ...shared });
  const text = menu && layoutText(menu);
  expect(text).toContain(
    '### Enchanted Book\nWhich one? Each variant has its own price.\n[Enchanted Book (Sharpness I)]',
  );
  expect(text?.match(/\[Enchanted Book/g)).toHaveLength(25);
  expect(text).toMatch(/\n-# These are the 25 most sold\. .*\n-# fresh$/);
  expect(JSON.stringify(menu)).toContain('"custom_id":"price:pick:7"');
  expect(JSON.stringify(menu)).toContain('"description":"30 days: 30 trades · 1 shop has it"');
  const plain = { identity: identify('ENCHANTED_BOOK'), trades: 1, shops: 0 };
  const short = renderPriceMenu({ type: 'ENCHANTED_BOOK', kinds: [plain], ...shared });
  expect(short && layoutText(short)).toMatch(/\n\[Plain\]\n-# fresh$/);
});
