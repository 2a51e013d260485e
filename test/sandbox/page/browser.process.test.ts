import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { missingChromium, openPageInBrowser } from '../../journeys/page/newcomer.ts';
import { openSandbox } from './open-sandbox.ts';

test.skipIf(missingChromium)('in a browser the page shows pictures, menus and posts, and transfers files', async () => {
  const { page: link, rest, post } = await openSandbox();
  const newcomer = await openPageInBrowser(link.url);
  const { page } = newcomer;
  try {
    await newcomer.type('/price');
    const picture = page.getByRole('img', { name: 'Falling for a week' });
    await picture.waitFor();
    const width = '(async ([image]) => (await image.decode(), image.naturalWidth))(document.images)';
    expect(await page.evaluate(width)).toBe(1_040);
    expect(await page.getByTestId('picture').count()).toBe(1);

    await page.getByText('Choose one').click();
    await page.getByRole('button', { name: 'Beacon' }).click();
    await newcomer.message('chosen: beacon').waitFor();
    await page.getByText('Choose several').click();
    for (const name of ['Slime', 'Elytra']) await page.getByLabel(name).check();
    expect(await page.getByLabel('Beacon').isDisabled()).toBe(true);
    await page.getByTestId('menu-done').click();
    await newcomer.message('chosen: slime and elytra').waitFor();

    await newcomer.type('/watch export');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('file').click()]);
    expect(download.suggestedFilename()).toBe('watches.json');
    expect(await readFile(await download.path(), 'utf8')).toBe('[1,2]');

    await page.getByPlaceholder('Type / for commands').fill('/watch import');
    await page.keyboard.press('Enter');
    const mine = { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from('[3]') };
    await page.getByTestId('box-file').setInputFiles(mine);
    await page.getByRole('button', { name: 'mine.json' }).waitFor();
    await page.keyboard.press('Enter');
    await newcomer.message('mine.json: [3]').waitFor();

    await rest.post(`/channels/${post.id}/messages`, { body: { content: 'A bargain' } });
    await newcomer.visit('bargains');
    await newcomer.message('A bargain').waitFor();
    expect(newcomer.pageErrors).toEqual([]);
  } finally {
    await newcomer.leave();
  }
});
