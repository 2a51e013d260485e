import { apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import { type Json, jsonOf } from '../json.ts';
import { errorCodes } from '../numbers.ts';
import type { Emoji } from '../world/entities.ts';
import { userPayload } from '../world/payloads.ts';
import { botRoute, type Call, type Route } from './route.ts';

const path = '/applications/:application/emojis';
const one = `${path}/:emoji`;
/** Rate limit of the emoji routes. Discord does not publish it, and documents that its headers may be wrong there. */
const limits = { limit: 5, windowMs: 1_000 };

/** Routes of the application's emojis. */
export const emojiRoutes: readonly Route[] = [
  emojiRoute('GET', path, (core) => ({
    status: 200,
    body: { items: core.emojis.list().map((emoji) => emojiPayload(core, emoji)) },
  })),
  emojiRoute('POST', path, (core, { body }) => {
    const { name, image } = jsonOf(body);
    return { status: 201, body: emojiPayload(core, core.emojis.add({ name, image })) };
  }),
  emojiRoute('GET', one, (core, call) => ({
    status: 200,
    body: emojiPayload(core, core.emojis.find(call.param('emoji'))),
  })),
  emojiRoute('PATCH', one, (core, call) => ({
    status: 200,
    body: emojiPayload(core, core.emojis.rename(call.param('emoji'), jsonOf(call.body).name)),
  })),
  emojiRoute('DELETE', one, (core, call) => {
    core.emojis.remove(call.param('emoji'));
    return { status: 204 };
  }),
];

/** Creates a route that refuses access to another application's emojis. */
function emojiRoute(method: Route['method'], route: string, handle: Route['handle']): Route {
  const guarded = (core: Core, call: Call) => {
    if (call.param('application') !== core.world.bot.id) throw apiError(errorCodes.missingAccess);
    return handle(core, call);
  };
  return botRoute(method, route, guarded, limits);
}

function emojiPayload(core: Core, { id, name, animated }: Emoji): Json {
  const user = userPayload(core.world.bot);
  return { id, name, roles: [], user, require_colons: true, managed: false, animated, available: true };
}
