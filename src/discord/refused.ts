import { OperatorFault } from '../operator-fault.ts';

/** Discord will not have us: waiting does not help. `message` says what the operator can do. */
export class DiscordRefused extends OperatorFault {
  override readonly name: string = 'DiscordRefused';
}

/** Discord does not accept the token. Whoever asks on with it gets the address banned: it is remembered as refused. */
export class TokenRefused extends DiscordRefused {
  override readonly name = 'TokenRefused';

  constructor() {
    super(
      'Discord does not accept DISCORD_TOKEN. Reset it at discord.com/developers, set the new one and start again.',
    );
  }
}
