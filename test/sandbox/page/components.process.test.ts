import { expect, test } from 'vitest';
import { missingChromium, openPageInBrowser } from '../../journeys/page/newcomer.ts';
import { greyPng } from '../discord/png.ts';
import { openSandbox } from './open-sandbox.ts';

const COMPONENTS_V2 = 32_768;

/** Returns a Components V2 message with one component of every kind. */
function bodyOf(icon: { id: string }, channel: { id: string }) {
  const thumbnail = {
    type: 11,
    media: { url: `https://cdn.discordapp.com/emojis/${icon.id}.png` },
    description: 'Icon',
  };
  const button = { type: 2, style: 2, label: 'Set up', custom_id: 'ask', emoji: { id: icon.id, name: 'slime' } };
  const gallery = {
    type: 12,
    items: [{ media: { url: 'attachment://chart.png' }, description: 'Falling for a week' }],
  };
  const section = {
    type: 9,
    components: [{ type: 10, content: `## Slime <:slime:${icon.id}>` }],
    accessory: thumbnail,
  };
  const text = { type: 10, content: `**3** each in <#${channel.id}>, see </watch export:${icon.id}>` };
  const parts = [section, { type: 14, spacing: 2 }, text, gallery, { type: 1, components: [button] }];
  return { flags: COMPONENTS_V2, components: [{ type: 17, accent_color: 0xc98a1b, components: parts }] };
}

test.skipIf(missingChromium)(
  'in a browser the page shows a container with icon and alt texts, a command link and a form',
  async () => {
    const { discord, page: link, rest, channel, post } = await openSandbox();
    const image = `data:image/png;base64,${greyPng(128, 128).toString('base64')}`;
    const made = await rest.post(`/applications/${discord.world.bot.id}/emojis`, { body: { name: 'slime', image } });
    const files = [{ name: 'chart.png', data: greyPng(1_040, 400), contentType: 'image/png' }];
    await rest.post(`/channels/${channel.id}/messages`, { body: bodyOf(made as { id: string }, post), files });
    const newcomer = await openPageInBrowser(link.url);
    const { page } = newcomer;
    try {
      const container = page.getByTestId('container');
      await container.getByRole('img', { name: 'Icon' }).waitFor();
      await container.getByRole('img', { name: ':slime:' }).first().waitFor();
      await container.getByRole('img', { name: 'Falling for a week' }).waitFor();
      await container.getByText('ALT').last().click();
      await container.getByText('Falling for a week').waitFor();
      await newcomer.picture('components');
      await container.getByRole('button', { name: '/watch export' }).click();
      await page.getByTestId('box').press('Enter');
      await newcomer.message('watches.json').waitFor();

      await container.getByRole('button', { name: 'Set up' }).click();
      const form = page.getByTestId('modal');
      await form.getByText('Make a selection').click();
      await form.getByLabel('# general').check();
      await form.getByLabel('Least').fill('50');
      await newcomer.picture('form');
      await form.getByTestId('submit').click();
      await newcomer.message('set up: #general from 50').waitFor();
      await container.getByRole('button', { name: '#bargains' }).click();
      await page.getByRole('heading', { name: 'bargains' }).waitFor();
      expect(newcomer.pageErrors).toEqual([]);
    } finally {
      await newcomer.leave();
    }
  },
);
