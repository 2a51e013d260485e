import type { DemoWorld } from '../../../../src/sandbox/demo/demo-world.ts';
import { openPageInBrowser } from '../newcomer.ts';

/** The README's pictures, made by using the page as it is now. */
export async function takeReadmePictures(world: DemoWorld, url: string, folder: string): Promise<void> {
  const newcomer = await openPageInBrowser(url, { width: 1280, height: 800 }, folder);
  await newcomer.page.getByRole('button', { name: 'Close the first steps' }).click();
  await newcomer.be('Mia');
  await newcomer.visit('auctions');
  await newcomer.type('/feed add', 'auctions');
  await newcomer.message('/feed add').waitFor();
  for (const [type, amount, finalBid] of [['HOPPER', 16, 14] as const, ['ELYTRA', 2, 35] as const]) {
    world.economy.auction({ item: { type }, amount, finalBid });
    await newcomer.message(`${finalBid} diamonds`).waitFor();
  }
  await newcomer.page.getByTestId('state').getByText('empty').waitFor();
  await newcomer.picture('page');
  await newcomer.be('Sam');
  await newcomer.visit('market');
  await newcomer.type('/shop', 'item:', 'slime bl');
  await newcomer.message('/shop').waitFor();
  await newcomer.picture('shop');
  await newcomer.page.setViewportSize({ width: 1280, height: 1160 });
  await newcomer.type('/price', 'slime bl');
  await newcomer.message('/price').getByRole('img', { name: /days/ }).waitFor();
  await newcomer.picture('price');
  await newcomer.leave();
}
