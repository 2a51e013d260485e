import { type Config, withoutCredentials } from '../config.ts';
import { chooseProxy, type HttpProxy } from '../proxy/proxy.ts';
import { describeFailure, type Failure, type FailureKind, type HttpAnswer } from '../service/http/answer.ts';
import { wholeJson } from '../service/http/body.ts';
import { Http } from '../service/http/http.ts';
import { probePrefixes, Routes } from '../service/routes.ts';
import { StreamConnection } from '../service/stream/connection.ts';
import { adviceOn, describeEnding, type Ending, endingReason } from '../service/stream/ending.ts';
import { readBans, readHealth } from '../service/wire/answers.ts';
import { systemClock } from '../time/clock.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { userAgentOf } from '../version.ts';
import { type Finding, failed, passed } from './finding.ts';

const SERVICE_ANSWER_MS = 10_000;
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

const WAIT_OR_ASK = 'Wait, or ask its operator.';
const CHECK_ADDRESS = 'Check SERVICE_URL.';
/** The cure of a failure that may happen on every route. */
const CURE_BY_FAILURE: Partial<Readonly<Record<FailureKind, string>>> = {
  unreachable: `${CHECK_ADDRESS} If it is right, the service is down or this machine cannot reach it.`,
  'timed-out': WAIT_OR_ASK,
  'proxy-error': WAIT_OR_ASK,
  'not-cached': WAIT_OR_ASK,
  'internal-error': WAIT_OR_ASK,
};

type Ask = (url: string) => Promise<HttpAnswer<unknown>>;

/**
 * Asks the data service for its status, its health report, its banned paintings and its stream, which the check leaves
 * at once. It does not download all shops, which the service allows once a minute. Never rejects for a failure of the
 * service.
 */
export async function checkService(config: Config): Promise<Finding[]> {
  const proxy = chooseProxy(config.SERVICE_URL, config);
  const http = new Http({ userAgent: userAgentOf(config), now: Date.now, proxy });
  const segments = { shops: config.SHOPS_SEGMENT, paintings: config.PAINTINGS_SEGMENT };
  const routes = new Routes(config.SERVICE_URL, segments);
  const ask: Ask = (url) => {
    const isRoot = url === routes.root();
    return beforeDeadline({ ms: SERVICE_ANSWER_MS, clock: systemClock }, (signal) =>
      http.get({ url, signal, maxBytes: MOST_ANSWER_BYTES, html: isRoot }, async (chunks) =>
        isRoot ? { ok: true, value: null } : wholeJson(chunks),
      ),
    );
  };
  try {
    const root = ofRoot(await ask(routes.root()), config);
    const health = await checkHealth(routes, ask, root.isWell === true);
    // A wrong address fails every check below, so that it is reported once.
    if (!health.isWell) return root.isWell ? [root, health] : [root];
    const paintings = await checkPaintings(routes, ask, config);
    return [root, health, paintings, await checkStream(routes, config), ofShops(routes, config)];
  } finally {
    await http.close();
  }
}

function ofRoot(answer: HttpAnswer<unknown>, config: Config): Finding {
  const { SERVICE_URL } = config;
  const where = withoutCredentials(SERVICE_URL);
  if (answer.ok) return passed('Service', `${where} answers.`);
  const prefixed = /\/api\/*$/.test(where)
    ? 'Remove /api from the end of SERVICE_URL: Crier finds it by itself.'
    : null;
  return failed('Service', `${where}: ${describeFailure(answer)}. ${prefixed ?? cureOf(answer)}`);
}

function cureOf({ kind, why, advice }: Failure): string {
  if (why.includes('WRONG_VERSION_NUMBER')) return 'The service speaks no TLS: begin SERVICE_URL with http://.';
  if (/^status 3/.test(why)) return 'Crier follows no redirect: set SERVICE_URL to the address that it leads to.';
  if (advice !== undefined) return sentence(advice);
  return CURE_BY_FAILURE[kind] ?? (why === 'status 429' ? WAIT_OR_ASK : CHECK_ADDRESS);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

async function checkHealth(routes: Routes, ask: Ask, isUp: boolean): Promise<Finding> {
  const answer = await probePrefixes(routes, 'shops-and-health', (prefix) => ask(routes.health(prefix)));
  const lack = `no health report: ${answer.ok ? '' : describeFailure(answer)}.`;
  if (!answer.ok && answer.kind === 'not-found' && isUp) {
    return failed(
      'Health',
      `${lack} Correct SERVICE_URL: the part of the address before /health/v1/report, or before /api.`,
    );
  }
  if (!answer.ok) return failed('Health', `${lack} ${cureOf(answer)}`);
  const report = readHealth(answer.kind === 'ok' ? answer.value : null);
  if (!report.ok) return failed('Health', `no health report: ${report.why}. ${CHECK_ADDRESS}`);
  return passed('Health', `report found ${under(routes.found('shops-and-health'))}.`);
}

async function checkPaintings(routes: Routes, ask: Ask, { PAINTINGS_SEGMENT }: Config): Promise<Finding> {
  const answer = await probePrefixes(routes, 'paintings', (prefix) => ask(routes.paintings(prefix)));
  const segment = `PAINTINGS_SEGMENT=${PAINTINGS_SEGMENT}`;
  if (!answer.ok && answer.kind === 'not-found') {
    return failed('Paintings', `no list at ${segment}: ${describeFailure(answer)}. Correct it, and SHOPS_SEGMENT too.`);
  }
  if (!answer.ok)
    return failed(
      'Paintings',
      `no list: ${describeFailure(answer)}. ${answer.advice === undefined ? (CURE_BY_FAILURE[answer.kind] ?? WAIT_OR_ASK) : sentence(answer.advice)}`,
    );
  const bans = readBans(answer.kind === 'ok' ? answer.value : null);
  if (!bans.ok) return failed('Paintings', `no list at ${segment}: ${bans.why}. Correct it.`);
  return passed('Paintings', `${bans.value.length} are banned, list found ${under(routes.found('paintings'))}.`);
}

async function checkStream(routes: Routes, config: Config): Promise<Finding> {
  const proxy = chooseProxy(config.SERVICE_URL, config);
  let ending: Ending | null = null;
  for (const prefix of routes.toTry('economy')) {
    ending = await tryStream(routes.economy(prefix), userAgentOf(config), proxy);
    if (ending === null) return passed('Stream', `connected ${under(prefix)}. The check has disconnected again.`);
    if (ending.kind !== 'refused' || ending.status !== 404) break;
  }
  if (ending === null) return failed('Stream', 'no connection (no address to try).');
  const isExplained = proxy !== null || adviceOn(ending) !== null;
  const passOn = 'A proxy in front of the service must pass WebSockets on; else wait, or ask its operator.';
  const cure = isExplained ? sentence(describeEnding(ending, proxy)) : passOn;
  return failed('Stream', `no connection (${endingReason(ending)}). ${cure}`);
}

/** @returns null if it connected */
async function tryStream(url: string, userAgent: string, proxy: HttpProxy | null): Promise<Ending | null> {
  let isOpen = false;
  const connection: StreamConnection = new StreamConnection({
    ...{ url, proxy, userAgent, handshakeMs: SERVICE_ANSWER_MS, clock: systemClock },
    onOpen: () => {
      isOpen = true;
      connection.stop();
    },
    onSignOfLife: () => undefined,
    onFrame: () => undefined,
  });
  const ending = await connection.ended;
  return isOpen ? null : ending;
}

function ofShops(routes: Routes, { SHOPS_SEGMENT }: Config): Finding {
  const path = `${routes.found('shops-and-health') ?? ''}/${SHOPS_SEGMENT}/v1/getAllShops`;
  return passed(
    'Shops',
    `not downloaded, as the service allows it once a minute. Crier requests ${path} when it starts. SHOPS_SEGMENT is its first part.`,
  );
}

function under(prefix: string | null): string {
  return prefix === '/api' ? 'under /api' : 'without /api';
}
