import { fileURLToPath } from 'node:url';
import { openDemoWorld } from '../../../src/sandbox/demo/demo-world.ts';
import { replayPast } from '../../../src/sandbox/demo/replay-past.ts';
import { startPage } from '../../../src/sandbox/page/start-page.ts';
import { missingChromium, openPageInBrowser } from './newcomer.ts';

/** `npm run pictures`: the README's pictures, made by using the page as it is now. */
const folder = fileURLToPath(new URL('../../../docs', import.meta.url));

if (missingChromium) throw new Error(`The pictures ${missingChromium}.`);
const { signal } = new AbortController();
const world = await openDemoWorld({ seed: 3, shops: 20_000, stop: signal });
await replayPast(world, signal);
const link = await startPage(world);
const newcomer = await openPageInBrowser(link.url, { width: 1280, height: 800 }, folder);
await newcomer.be('Mia');
await newcomer.visit('auctions');
await newcomer.type('/feed add', 'auctions');
await newcomer.message('will hear of: Auctions').waitFor();
for (const [type, amount, finalBid] of [['HOPPER', 16, 14] as const, ['ELYTRA', 2, 35] as const]) {
  world.economy.auction({ item: { type }, amount, finalBid });
  await newcomer.message(`Auction: ${amount} ×`).waitFor();
}
await newcomer.page.getByTestId('state').getByText('empty').waitFor();
await newcomer.picture('page');
await newcomer.be('Sam');
await newcomer.visit('market');
await newcomer.type('/shop', 'item:', 'slime bl');
await newcomer.message('Slime Block: ').waitFor();
await newcomer.picture('shop');
await newcomer.page.setViewportSize({ width: 1280, height: 1160 });
await newcomer.type('/price', 'slime bl');
await newcomer.message('Price of').getByRole('img').waitFor();
await newcomer.picture('price');
await newcomer.leave();
await link.close();
await world.close();
process.stdout.write(`page.png, shop.png and price.png are in ${folder}\n`);
process.exit(0);
