import { apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import { jsonOf } from '../json.ts';
import { errorCodes } from '../numbers.ts';
import { userPayload } from '../world/payloads.ts';
import { botRoute, type Call, type Route } from './route.ts';

/** Routes of the application, its gateway and its commands. */
export const applicationRoutes: readonly Route[] = [
  botRoute('GET', '/gateway', (core) => ({ status: 200, body: { url: core.gateway.information().url } })),
  botRoute('GET', '/gateway/bot', (core) => ({ status: 200, body: core.gateway.information() })),
  botRoute('GET', '/applications/@me', application),
  botRoute('GET', '/oauth2/applications/@me', application),
  ...commandRoutes('/applications/:application/commands'),
  ...commandRoutes('/applications/:application/guilds/:guild/commands'),
];

function application(core: Core) {
  const { bot, guilds } = core.world;
  const count = [...guilds.values()].filter((guild) => guild.hasBot).length;
  const about = { id: bot.id, name: bot.name, icon: null, description: '', bot: userPayload(bot), flags: 0 };
  const install = { scopes: ['bot', 'applications.commands'], permissions: '0' };
  return {
    status: 200,
    body: {
      ...about,
      summary: '',
      bot_public: true,
      bot_require_code_grant: false,
      verify_key: '0'.repeat(64),
      approximate_guild_count: count,
      integration_types_config: { 0: { oauth2_install_params: install }, 1: {} },
      owner: null,
      team: null,
    },
  };
}

function commandRoutes(path: string): Route[] {
  return [
    botRoute('GET', path, (core, call) => ({ status: 200, body: core.commands.list(scopeOf(core, call)) })),
    botRoute('PUT', path, (core, call) => ({
      status: 200,
      body: core.commands.overwrite(scopeOf(core, call), call.body),
    })),
    botRoute('POST', path, (core, call) => {
      const { command, isNew } = core.commands.upsert(scopeOf(core, call), jsonOf(call.body));
      return { status: isNew ? 201 : 200, body: command };
    }),
    botRoute('GET', `${path}/:command`, (core, call) => ({
      status: 200,
      body: core.commands.find(scopeOf(core, call), call.param('command')),
    })),
    botRoute('PATCH', `${path}/:command`, (core, call) => ({
      status: 200,
      body: core.commands.edit(scopeOf(core, call), call.param('command'), jsonOf(call.body)),
    })),
    botRoute('DELETE', `${path}/:command`, (core, call) => {
      core.commands.remove(scopeOf(core, call), call.param('command'));
      return { status: 204 };
    }),
  ];
}

/**
 * @returns the guild id of a guild command, or null for a global one
 * @throws ApiError for another application's commands
 */
function scopeOf(core: Core, call: Call): string | null {
  if (call.param('application') !== core.world.bot.id) throw apiError(errorCodes.missingAccess);
  const guildId = call.param('guild');
  if (guildId === '') return null;
  if (!core.world.guilds.get(guildId)?.hasBot) throw apiError(errorCodes.missingAccess);
  return guildId;
}
