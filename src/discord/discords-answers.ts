import type { RESTOptions } from 'discord.js';

type Send = RESTOptions['makeRequest'];

const NO_CONTENT = 204;
const UNAUTHORIZED = 401;

/** Discord's JSON error code in the body of a response; 0 if there is none. */
export function codeIn(body: string): number {
  return Number(/"code"\s*:\s*(\d+)/.exec(body)?.[1] ?? 0);
}

/** What answered is not Discord: a proxy's page, or a redirect to one. */
export class NotDiscord extends Error {
  override readonly name = 'NotDiscord';
  readonly status: number;

  constructor(status: number) {
    super(
      `What answered for Discord is something else (status ${status}, no JSON of Discord’s): is there a proxy on the way?`,
    );
    this.status = status;
  }
}

/**
 * Sends, and takes nothing for Discord's word that is not. discord.js counts every answer below 400 as success, and every 401
 * as a refusal of the token, which ends Crier for good; all of Discord's own are JSON, or empty (204). What else fails is
 * tried again whoever says so. @throws NotDiscord
 */
export function onlyDiscords(send: Send): Send {
  return async (url, init) => {
    const response = await send(url, init);
    const { status, headers } = response;
    if (status === NO_CONTENT || (status >= 400 && status !== UNAUTHORIZED)) return response;
    const isJson = headers.get('content-type')?.includes('json') ?? false;
    if (isJson && (status < 300 || status === UNAUTHORIZED)) return response;
    await response.text();
    throw new NotDiscord(status);
  };
}
