import { OperatorFault } from '../../faults/operator-fault.ts';
import { RemoteFault } from '../../faults/remote-fault.ts';

/** Discord rejects Crier itself: waiting does not help. `message` says what the operator can do. */
export class DiscordRefused extends OperatorFault {
  override readonly name: string = 'DiscordRefused';
}

/** The remedy where Discord rejects a request of this version that no setting changes. */
export const FAULT_OF_VERSION = 'That is a fault of this version: go back to the one before, and please report it.';

/** Discord rejects the token. Repeated requests with it get the address banned, so a restart remembers it. */
export class TokenRefused extends DiscordRefused {
  override readonly name = 'TokenRefused';

  constructor() {
    super(
      'Discord does not accept DISCORD_TOKEN. Reset it at discord.com/developers, set the new one and start again.',
    );
  }
}

/** Thrown by an attempt that must not be repeated within `waitMs`. Crier logs `message`. */
export class NotBefore extends RemoteFault {
  override readonly name: string = 'NotBefore';
  readonly waitMs: number;

  constructor(waitMs: number, message: string) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Discord takes no request from this machine's address: the request was refused by that, or has not left. */
export class AddressBanned extends NotBefore {
  override readonly name = 'AddressBanned';

  constructor(waitMs: number) {
    super(waitMs, 'Discord takes no request from this address for a while: Crier sends none until that is over');
  }
}

/** The response is not Discord's: a proxy's page, or a redirect to one. */
export class NotDiscord extends Error {
  override readonly name = 'NotDiscord';
  readonly status: number;

  constructor(status: number) {
    super(`Something else answered for Discord (status ${status}, no JSON of Discord’s): is there a proxy on the way?`);
    this.status = status;
  }
}

/** Discord has not said whether it took an answer to an interaction, however often that was sent. */
export class Unanswered extends RemoteFault {
  override readonly name = 'Unanswered';
}
