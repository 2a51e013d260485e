import { type RESTPostAPIChatInputApplicationCommandsJSONBody as Definition, type REST, Routes } from 'discord.js';

/** Discord's description of its API takes the permissions of a command as a number, discord.js's types as a text. */
function asPublished(definition: Definition) {
  const permissions = definition.default_member_permissions;
  return permissions == null ? definition : { ...definition, default_member_permissions: Number(permissions) };
}

/**
 * Replaces the application's slash commands by these; a guild's own copy is at once visible, which suits development.
 * @throws DiscordAPIError where Discord refuses a definition: a bug of ours, said at the start.
 */
export async function registerCommands(
  rest: REST,
  applicationId: string,
  definitions: readonly Definition[],
  guildId: string | null,
): Promise<void> {
  const route = guildId
    ? Routes.applicationGuildCommands(applicationId, guildId)
    : Routes.applicationCommands(applicationId);
  await rest.put(route, { body: definitions.map(asPublished) });
}
