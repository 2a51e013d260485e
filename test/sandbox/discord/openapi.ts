import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LocalDiscord } from '../../../sandbox/discord/discord.ts';

/** Discord's OpenAPI description, stored next to the project and not part of it. */
const file = new URL('../../../../shared/discord-openapi.json', import.meta.url);

/** The reason why bodies cannot be checked, or null. Use as `test.skipIf(missingDescription)`. */
export const missingDescription = existsSync(file)
  ? null
  : "Discord's OpenAPI description is not in the folder that holds the project";

const channel = '/channels/{channel_id}';
const webhook = '/webhooks/{webhook_id}/{webhook_token}';
const application = '/applications/{application_id}';

/** Each kind of body with its path in the description and its method. */
const kinds = {
  message: [`${channel}/messages`, 'post'],
  messageEdit: [`${channel}/messages/{message_id}`, 'patch'],
  dmOpening: ['/users/@me/channels', 'post'],
  callback: ['/interactions/{interaction_id}/{interaction_token}/callback', 'post'],
  followUp: [webhook, 'post'],
  originalEdit: [`${webhook}/messages/@original`, 'patch'],
  followUpEdit: [`${webhook}/messages/{message_id}`, 'patch'],
  commands: [`${application}/commands`, 'put'],
  guildCommands: [`${application}/guilds/{guild_id}/commands`, 'put'],
  command: [`${application}/commands`, 'post'],
  emoji: [`${application}/emojis`, 'post'],
  emojiEdit: [`${application}/emojis/{emoji_id}`, 'patch'],
  guildCommand: [`${application}/guilds/{guild_id}/commands`, 'post'],
} as const;

export type BodyKind = keyof typeof kinds;

const shown = 8;
/** Optimizes for compile time, because each schema checks few bodies. */
const QUICKLY_COMPILED = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
};
const validators = new Map<BodyKind, ValidateFunction>();
let ajv: Ajv2020 | null = null;

/**
 * Checks a body against Discord's description. The description accepts some bodies that Discord refuses, which the
 * local Discord refuses by its own rules.
 *
 * @returns the violations, or an empty list
 */
export function checkBody(kind: BodyKind, body: unknown): string[] {
  const validate = validators.get(kind) ?? compile(kind);
  validators.set(kind, validate);
  if (validate(body)) return [];
  return (validate.errors ?? []).slice(0, shown).map((error) => `${kind}${error.instancePath} ${error.message}`);
}

/** Checks the bodies of all past requests whose route is one of the kinds. */
export function checkRequests(discord: Pick<LocalDiscord, 'requests'>): string[] {
  return discord.requests.flatMap(({ method, path, body }) => {
    const kind = kindOf(method, path);
    return kind === null || body === undefined ? [] : checkBody(kind, body);
  });
}

function kindOf(method: string, path: string): BodyKind | null {
  const fits = ([template, verb]: readonly [string, string]) =>
    verb === method.toLowerCase() && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const found = Object.entries(kinds).find(([, route]) => fits(route));
  return (found?.[0] as BodyKind | undefined) ?? null;
}

function compile(kind: BodyKind): ValidateFunction {
  ajv ??= new Ajv2020(QUICKLY_COMPILED).addSchema(JSON.parse(readFileSync(file, 'utf8')), 'discord');
  const [path, method] = kinds[kind];
  const steps = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.compile({ $ref: `discord#/${pointer}` });
}
