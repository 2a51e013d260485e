import type { RESTPostAPIChannelMessageJSONBody } from 'discord.js';

/** A message as it is sealed, and what stands in for it where Discord refuses its form. */
export interface AlertBody {
  readonly message: RESTPostAPIChannelMessageJSONBody;
  readonly plain: string;
}
