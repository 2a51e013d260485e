import { apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import { jsonOf } from '../json.ts';
import { errorCodes } from '../numbers.ts';
import type { Guild } from '../world/entities.ts';
import { channelPayload, guildPayload, memberPayload, rolePayload, userPayload } from '../world/payloads.ts';
import { channelInReach } from './channel-access.ts';
import { botRoute, type Call, type Outcome, type Route } from './route.ts';

/** Gives each guild a bucket of its own. */
const ONE_GUILD = { major: ['guild'] };

/** Routes that read users, guilds and channels, and open direct message channels. */
export const worldRoutes: readonly Route[] = [
  botRoute('GET', '/users/@me', (core) => ({ status: 200, body: userPayload(core.world.bot) })),
  botRoute('GET', '/users/:user', (core, call) => {
    const user = core.world.users.get(call.param('user'));
    if (!user) throw apiError(errorCodes.unknownUser);
    return { status: 200, body: userPayload(user) };
  }),
  botRoute('POST', '/users/@me/channels', openDmChannel, { limit: 50 }),
  botRoute(
    'GET',
    '/guilds/:guild',
    (core, call) => ({ status: 200, body: guildPayload(guildInReach(core, call)) }),
    ONE_GUILD,
  ),
  botRoute(
    'GET',
    '/guilds/:guild/channels',
    (core, call) => {
      const channels = [...guildInReach(core, call).channels.values()].filter((channel) => !channel.parent);
      return { status: 200, body: channels.map(channelPayload) };
    },
    ONE_GUILD,
  ),
  botRoute(
    'GET',
    '/guilds/:guild/roles',
    (core, call) => {
      const { everyone, roles } = guildInReach(core, call);
      return { status: 200, body: [everyone, ...roles].map(rolePayload) };
    },
    ONE_GUILD,
  ),
  botRoute(
    'GET',
    '/guilds/:guild/members/:user',
    (core, call) => {
      const member = guildInReach(core, call).members.get(call.param('user'));
      if (!member) throw apiError(errorCodes.unknownMember);
      return { status: 200, body: memberPayload(member) };
    },
    ONE_GUILD,
  ),
  botRoute(
    'GET',
    '/channels/:channel',
    (core, call) => ({ status: 200, body: channelPayload(channelInReach(core, call.param('channel'))) }),
    { major: ['channel'] },
  ),
];

function guildInReach(core: Core, call: Call): Guild {
  const guild = core.world.guilds.get(call.param('guild'));
  if (!guild?.hasBot) throw apiError(errorCodes.unknownGuild);
  return guild;
}

/** Opens a direct message channel with a user. Only new channels count towards the limit. */
function openDmChannel(core: Core, call: Call): Outcome {
  const user = core.world.users.get(String(jsonOf(call.body).recipient_id));
  if (!user) throw apiError(errorCodes.unknownUser);
  if (user.bot) throw apiError(errorCodes.invalidRecipients);
  if (!core.world.hasDmChannel(user) && !core.dmOpenings.take())
    throw apiError(errorCodes.openingDirectMessagesTooFast);
  return { status: 200, body: channelPayload(core.world.dmChannel(user)) };
}
