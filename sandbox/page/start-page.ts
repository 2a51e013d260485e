import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isJson } from '../discord/json.ts';
import { spokenLocales } from '../discord/locales.ts';
import type { Emoji } from '../discord/world/entities.ts';
import { emojiViews } from './emoji-views.ts';
import { MessageBoard } from './message-board.ts';
import { PageApi } from './page-api.ts';
import { sentenceOf } from './page-error.ts';
import { answerPage, isOwnPage } from './page-requests.ts';
import { peopleViews, placeViews } from './people-and-places.ts';
import type { FromServer } from './protocol.ts';
import { readPageRequest } from './read-page-request.ts';
import type { Sandbox } from './sandbox.ts';
import { WorldFaults } from './world-faults.ts';
import { WorldPoller } from './world-poller.ts';

/** The page on which anybody can try the bot in a browser. */
export interface Page {
  readonly url: string;
  close(): Promise<void>;
}

/** A file of 10 MiB in base64, and a margin. */
const mostBytesOfAnAsk = 14 * 2 ** 20;
/** Limits the unread data of a visitor (bytes). One with more, such as a sleeping laptop, is disconnected. */
const mostUnreadBytes = 16 * 2 ** 20;
const notOurs = 1008;

/** Serves the page on a free port of 127.0.0.1. `/live` is its WebSocket. */
export async function startPage(sandbox: Sandbox): Promise<Page> {
  const visitors = new WebSocketServer({ noServer: true, maxPayload: mostBytesOfAnAsk, perMessageDeflate: false });
  const faults = new WorldFaults(sandbox);
  const board = new MessageBoard(sandbox, sendAll);
  const poller = new WorldPoller(sandbox, faults, (world) => sendAll({ push: 'world', world }));

  const server = createServer((request, response) => {
    answerPage(request, response, sandbox.discord.url).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(sentenceOf(error));
    });
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {}); // a visitor who vanishes in mid-handshake: the socket closes itself
    if (request.url === '/live' && isOwnPage(request)) visitors.handleUpgrade(request, socket, head, receive);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });

  function sendAll(push: FromServer): void {
    const text = JSON.stringify(push);
    for (const client of visitors.clients) send(client, text);
  }

  function receive(client: WebSocket): void {
    const pageApi = new PageApi(sandbox, { board, faults, send: sendAll });
    poller.start();
    client.on('message', (data) => void answerRequest(client, pageApi, data));
    client.on('error', () => {}); // ws closes the socket itself, and 'close' follows
    client.on('close', () => {
      if (visitors.clients.size === 0) poller.stop();
    });
    send(client, JSON.stringify(welcome()));
  }

  function welcome(): FromServer {
    const there = {
      people: peopleViews(sandbox),
      places: placeViews(sandbox),
      emojis: emojiViews(sandbox.discord.emojis),
    };
    return { push: 'welcome', ...there, locales: spokenLocales, messages: board.views(), world: poller.view() };
  }

  const sendEmojis = (emojis: readonly Emoji[]) => sendAll({ push: 'emojis', emojis: emojiViews(emojis) });
  sandbox.discord.events.on('emojis', sendEmojis);

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      poller.stop();
      board.close();
      sandbox.discord.events.off('emojis', sendEmojis);
      faults.close();
      for (const client of visitors.clients) client.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers one request. An unreadable one ends the connection. */
async function answerRequest(client: WebSocket, pageApi: PageApi, data: RawData): Promise<void> {
  const frame = parse(String(data));
  if (!isJson(frame) || typeof frame.ask !== 'number') return client.close(notOurs, 'not an ask');
  const { ask, what } = frame;
  const answer: FromServer = await respond(ask, async () => pageApi.answer(readPageRequest(what)));
  send(client, JSON.stringify(answer));
}

async function respond(answer: number, act: () => Promise<unknown>): Promise<FromServer> {
  try {
    return { answer, ok: true, value: await act() };
  } catch (error) {
    return { answer, ok: false, error: sentenceOf(error) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller ends the connection.
  }
}

function send(client: WebSocket, text: string): void {
  if (client.bufferedAmount > mostUnreadBytes) client.terminate();
  else if (client.readyState === client.OPEN) client.send(text);
}
