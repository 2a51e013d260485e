import { AttachmentBuilder, type Interaction } from 'discord.js';
import { afterEach } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import { type Page, startPage } from '../../../sandbox/page/start-page.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import { command, newRest, startBot } from '../discord/bot.ts';
import { greyPng } from '../discord/png.ts';

const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const menu = (customId: string, most: number) => ({
  type: 1 as const,
  components: [
    {
      type: 3 as const,
      custom_id: customId,
      placeholder: `Choose ${customId}`,
      max_values: most,
      options: ['Slime', 'Elytra', 'Beacon'].map((label) => ({ label, value: label.toLowerCase() })),
    },
  ],
});

const commands = [
  command('price'),
  command('watch', {
    options: [
      { type: 1, name: 'export', description: 'As a file' },
      {
        type: 1,
        name: 'import',
        description: 'From a file',
        options: [{ type: 11, name: 'file', description: 'The file', required: true }],
      },
    ],
  }),
];

const modal = {
  custom_id: 'set-up',
  title: 'Set up',
  components: [
    { type: 10 as const, content: '-# A feed a channel' },
    {
      type: 18 as const,
      label: 'Where',
      description: 'One channel or two',
      component: { type: 8 as const, custom_id: 'where', min_values: 1, max_values: 2, channel_types: [0 as const] },
    },
    { type: 18 as const, label: 'Least', component: { type: 4 as const, custom_id: 'least', style: 1 as const } },
  ],
};

/** Answers with a picture and menus, sends a file, and accepts a file. */
async function react(interaction: Interaction): Promise<unknown> {
  if (interaction.isStringSelectMenu()) return interaction.reply(`chosen: ${interaction.values.join(' and ')}`);
  if (interaction.isButton()) return interaction.showModal(modal);
  if (interaction.isModalSubmit()) {
    const channels = interaction.fields.getSelectedChannels('where', true);
    const least = interaction.fields.getTextInputValue('least');
    return interaction.reply(`set up: ${channels.map((each) => `<#${each?.id}>`).join(' ')} from ${least}`);
  }
  if (!interaction.isChatInputCommand()) return null;
  if (interaction.commandName === 'price') {
    const picture = new AttachmentBuilder(greyPng(1_040, 400), {
      name: 'price.png',
      description: 'Falling for a week',
    });
    const embeds = [{ title: 'Slime', image: { url: 'attachment://price.png' } }];
    return interaction.reply({ embeds, files: [picture], components: [menu('one', 1), menu('several', 2)] });
  }
  if (interaction.options.getSubcommand() === 'export')
    return interaction.reply({ files: [new AttachmentBuilder(Buffer.from('[1,2]'), { name: 'watches.json' })] });
  const file = interaction.options.getAttachment('file', true);
  return interaction.reply(`${file.name}: ${await (await fetch(file.url)).text()}`);
}

/** Opens a page with a small bot that uses pictures, menus and files, and with a thread and a forum post. */
export async function openSandbox() {
  const { discord, guild, channel, alice } = await startBot({ commands, react });
  const thread = discord.world.addChannel(guild, { name: 'haggling', type: 'thread', parent: channel });
  const forum = discord.world.addChannel(guild, { name: 'deals', type: 'forum' });
  const post = discord.world.addChannel(guild, { name: 'bargains', type: 'thread', parent: forum });
  const economy = createEconomy({ seed: 7, shops: 10 });
  const service = await startService({ economy });
  closings.push(() => service.close());
  const page: Page = await startPage({
    economy,
    service,
    discord,
    people: [{ user: alice, role: 'member' }],
    places: [channel, thread, forum, post],
    healthUrl: `${service.url}/none`,
  });
  closings.push(() => page.close());
  return { discord, rest: newRest(discord), page, channel, thread, forum, post };
}
