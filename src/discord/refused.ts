import { OperatorFault } from '../faults/operator-fault.ts';

/** Discord will not have us: waiting does not help. `message` says what the operator can do. */
export class DiscordRefused extends OperatorFault {
  override readonly name: string = 'DiscordRefused';
}

/** What would do where Discord refuses what a version of Crier asks for, which no setting changes. */
export const FAULT_OF_VERSION = 'That is a fault of this version: go back to the one before, and please report it.';

/** Discord does not accept the token. Whoever asks on with it gets the address banned: it is remembered as refused. */
export class TokenRefused extends DiscordRefused {
  override readonly name = 'TokenRefused';

  constructor() {
    super(
      'Discord does not accept DISCORD_TOKEN. Reset it at discord.com/developers, set the new one and start again.',
    );
  }
}
