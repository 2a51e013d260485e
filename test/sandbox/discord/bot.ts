import {
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits,
  type Interaction,
  REST,
  type RESTOptions,
} from 'discord.js';
import { afterEach } from 'vitest';
import { type LocalDiscord, startDiscord } from '../../../sandbox/discord/discord.ts';
import type { DiscordOptions } from '../../../sandbox/discord/options.ts';
import { createRestAgent } from '../../../src/discord/rest/send.ts';

const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Opens a Discord with one guild, one channel and the user Alice, until the test ends. */
export async function openDiscord(options: DiscordOptions = {}) {
  const discord = await startDiscord(options);
  closings.push(() => discord.close());
  const guild = discord.world.addGuild({ name: 'Market', channels: [{ name: 'general' }] });
  const [channel] = guild.channels.values();
  if (!channel) throw new Error('the guild has a channel');
  const alice = discord.world.addUser({ name: 'Alice' });
  discord.world.addMember(guild, alice);
  return { discord, guild, channel, alice };
}

/** Creates a discord.js REST client without a gateway and without its default retries. */
export function newRest(discord: LocalDiscord, options: Partial<RESTOptions> = {}): REST {
  return new REST({ api: discord.url, agent: createRestAgent(null), offset: 0, retries: 0, ...options }).setToken(
    discord.token,
  );
}

export function newClient(discord: LocalDiscord, options: Partial<ClientOptions> = {}): Client {
  const { rest, ...others } = options;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    allowedMentions: { parse: [] },
    ws: { buildIdentifyThrottler: () => ({ waitForIdentify: async () => {} }) }, // discord.js's own throttler waits 5 s
    ...others,
    rest: { api: discord.url, agent: createRestAgent(null), offset: 0, ...rest },
  });
  closings.push(() => client.destroy());
  return client;
}

/** Like `openDiscord`, with discord.js logged in and the commands registered. `react` receives every interaction. */
export async function startBot(
  plan: DiscordOptions & {
    commands?: readonly object[];
    react?: (interaction: Interaction) => Promise<unknown>;
    client?: Partial<ClientOptions>;
  } = {},
) {
  const { commands, react, client: clientOptions, ...options } = plan;
  const place = await openDiscord(options);
  const client = newClient(place.discord, clientOptions);
  if (react) {
    client.on(Events.InteractionCreate, (interaction) => {
      react(interaction).catch(() => {}); // the user's `Answer` has the refusal
    });
  }
  await login(client, place.discord.token);
  if (commands) await client.rest.put(`/applications/${client.application?.id}/commands`, { body: commands });
  return { ...place, client };
}

export async function login(client: Client, token: string): Promise<void> {
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(token);
  await ready;
}

/** Returns the smallest valid command. */
export function command(name: string, more: object = {}): object {
  return { name, description: `The ${name}`, ...more };
}

/** Returns a row of buttons with these custom ids. */
export function buttons(...ids: string[]) {
  return [{ type: 1, components: ids.map((id) => ({ type: 2, style: 1, label: id, custom_id: id })) }];
}
