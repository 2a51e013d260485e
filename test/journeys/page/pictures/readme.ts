import type { DemoWorld } from '../../../../sandbox/demo/demo-world.ts';
import { paintingItem } from '../../../../sandbox/economy/paintings/gallery.ts';
import { iconKinds } from '../../../../src/discord/icons/icons.ts';
import { openPageInBrowser } from '../newcomer.ts';

/** Takes the README's pictures by using the current page. */
export async function takeReadmePictures(world: DemoWorld, url: string, folder: string): Promise<void> {
  // Icons are uploaded one by one after the start, and the alerts need theirs.
  const uploading = iconKinds().length - world.discord.emojis.length;
  if (uploading > 0)
    await world.discord.events.next('emojis', (emojis) => emojis.length >= iconKinds().length, 120_000);
  const newcomer = await openPageInBrowser(url, { width: 1280, height: 800 }, folder);
  await newcomer.page.getByRole('button', { name: 'Close the first steps' }).click();
  await newcomer.be('Mia');
  await newcomer.visit('auctions');
  await newcomer.type('/feed add', 'auctions');
  await newcomer.message('/feed add').waitFor();
  const [painting] = world.economy.paintings.filter(({ title }) => title !== null);
  if (painting === undefined) throw new Error('the demo has no painting with a title');
  const lots = [
    { item: { type: 'HOPPER' }, amount: 16, finalBid: 14 },
    { item: paintingItem(painting, 2), amount: 1, finalBid: 35 },
  ];
  for (const lot of lots) {
    world.economy.auction(lot);
    await newcomer.message(`${lot.finalBid} diamonds`).waitFor();
  }
  await newcomer.page.getByRole('img', { name: 'pixels' }).last().waitFor();
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
  await takeAlert(newcomer, world);
  await newcomer.leave();
}

/** Takes an alert as a phone shows it, and its push on the lock screen. */
async function takeAlert(newcomer: Awaited<ReturnType<typeof openPageInBrowser>>, world: DemoWorld): Promise<void> {
  const { page } = newcomer;
  await newcomer.type('/watch add', 'sold at auction', 'item:', 'elytra');
  await newcomer.message('/watch add').waitFor();
  world.economy.auction({ item: { type: 'ELYTRA' }, amount: 1, finalBid: 33 });
  await newcomer.visit('dm');
  await newcomer.message('33 diamonds').waitFor();
  await newcomer.picture('phone', page.getByTestId('phone'));
  await page.setViewportSize({ width: 390, height: 844 });
  // The push covers the message's head until it disappears.
  await page.locator('#toast > *').waitFor({ state: 'detached' });
  await newcomer.picture('alert', newcomer.message('33 diamonds'));
}
