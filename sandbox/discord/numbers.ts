/** Discord's published numbers by name, as far as the local Discord uses them. The bot takes them from discord.js. */

/** JSON error codes. */
export const errorCodes = {
  unknownApplication: 10002,
  unknownChannel: 10003,
  unknownGuild: 10004,
  unknownMember: 10007,
  unknownMessage: 10008,
  unknownUser: 10013,
  unknownEmoji: 10014,
  unknownWebhook: 10015,
  unknownInteraction: 10062,
  unknownApplicationCommand: 10063,
  explicitContent: 20009,
  notAuthorizedForApplication: 20012,
  channelSendRateLimit: 20028,
  tooManyEmojis: 30008,
  tooManyEditsOfOldMessages: 30046,
  openingDirectMessagesTooFast: 40003,
  requestEntityTooLarge: 40005,
  alreadyCrossposted: 40033,
  interactionAlreadyAcknowledged: 40060,
  tooManyFollowUps: 40094,
  internalNetworkError: 40333,
  missingAccess: 50001,
  cannotEditOthersMessage: 50005,
  emptyMessage: 50006,
  cannotSendToUser: 50007,
  cannotSendInNonTextChannel: 50008,
  missingPermissions: 50013,
  wrongChannelType: 50024,
  invalidWebhookToken: 50027,
  invalidRecipients: 50033,
  invalidFormBody: 50035,
  archivedThread: 50083,
  invalidJson: 50109,
  noMutualGuilds: 50278,
  lockedThread: 160005,
  blockedByAutoModeration: 200000,
  blockedAsHarmfulLink: 240000,
} as const;

/** Close codes of the gateway. */
export const closeCodes = {
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSequence: 4007,
  rateLimited: 4008,
  sessionTimedOut: 4009,
  invalidShard: 4010,
  shardingRequired: 4011,
  invalidVersion: 4012,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const;

/** Opcodes of the gateway. */
export const opcodes = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voiceState: 4,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

/** Bits of an IDENTIFY's intents. */
export const intents = {
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  guildPresences: 1 << 8,
  guildMessages: 1 << 9,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const;

export const commandTypes = { chatInput: 1 } as const;

export const interactionTypes = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;

/** Callback types of interactions. */
export const callbackTypes = {
  reply: 4,
  deferredReply: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

/** Types of a command's options. */
export const optionTypes = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

export const componentTypes = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
} as const;

export const messageTypes = { usual: 0, reply: 19, commandAnswer: 20 } as const;

export const messageFlags = {
  crossposted: 1,
  suppressEmbeds: 4,
  ephemeral: 64,
  loading: 128,
  silent: 4_096,
  componentsV2: 32_768,
} as const;
