import { type Config, withoutCredentials } from '../config.ts';
import { chooseProxy, type HttpProxy } from '../proxy/proxy.ts';
import { type Answer, describeFailure, type Failure, type FailureKind } from '../service/http/answer.ts';
import { wholeJson } from '../service/http/body.ts';
import { Http } from '../service/http/http.ts';
import { probe, Routes } from '../service/routes.ts';
import { Connection } from '../service/stream/connection.ts';
import { adviceOn, describeEnding, type Ending, reasonOf } from '../service/stream/ending.ts';
import { readBans, readHealth } from '../service/wire/answers.ts';
import { systemClock } from '../time/clock.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { userAgentOf } from '../version.ts';
import { amiss, type Finding, well } from './finding.ts';

const ANSWER_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

const LATER = 'Wait, or ask whoever runs it.';
const ADDRESS = 'Check SERVICE_URL.';
/** The cure of a failure that is not of one route alone. */
const CURES: Partial<Readonly<Record<FailureKind, string>>> = {
  unreachable: `${ADDRESS} If it is right, nothing runs there now, or this machine cannot reach it.`,
  'timed-out': LATER,
  'proxy-error': LATER,
  'not-cached': LATER,
  'internal-error': LATER,
};

type Ask = (url: string) => Promise<Answer<unknown>>;

/**
 * Asks the data service for its status, its health report, its banned paintings and its stream, which is left at once. Never for
 * all shops, which may be asked for once a minute. Never rejects for what the service does.
 */
export async function checkService(config: Config): Promise<Finding[]> {
  const proxy = chooseProxy(config.SERVICE_URL, config);
  const http = new Http({ userAgent: userAgentOf(config), now: Date.now, proxy });
  const segments = { shops: config.SHOPS_SEGMENT, paintings: config.PAINTINGS_SEGMENT };
  const routes = new Routes(config.SERVICE_URL, segments);
  const ask: Ask = (url) => {
    const isRoot = url === routes.root();
    return beforeDeadline({ ms: ANSWER_MS, clock: systemClock }, (signal) =>
      http.get({ url, signal, maxBytes: MOST_BYTES, html: isRoot }, async (chunks) =>
        isRoot ? { ok: true, value: null } : wholeJson(chunks),
      ),
    );
  };
  try {
    const root = ofRoot(await ask(routes.root()), config);
    const health = await checkHealth(routes, ask, root.isWell === true);
    // Whatever is wrong with the address is said once.
    if (!health.isWell) return root.isWell ? [root, health] : [root];
    const paintings = await checkPaintings(routes, ask, config);
    return [root, health, paintings, await checkStream(routes, config), ofShops(routes, config)];
  } finally {
    await http.close();
  }
}

function ofRoot(answer: Answer<unknown>, config: Config): Finding {
  const { SERVICE_URL } = config;
  const where = withoutCredentials(SERVICE_URL);
  if (answer.ok) return well('Service', `${where} answers.`);
  const prefixed = /\/api\/*$/.test(where) ? 'Take /api off the end of SERVICE_URL: Crier finds that by itself.' : null;
  return amiss('Service', `${where}: ${describeFailure(answer)}. ${prefixed ?? cureOf(answer)}`);
}

function cureOf({ kind, why, advice }: Failure): string {
  if (why.includes('WRONG_VERSION_NUMBER')) return 'What answers speaks no TLS: begin SERVICE_URL with http://.';
  if (/^status 3/.test(why))
    return 'It leads elsewhere, which Crier does not follow: set SERVICE_URL to where it leads.';
  if (advice !== undefined) return sentence(advice);
  return CURES[kind] ?? (why === 'status 429' ? LATER : ADDRESS);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

async function checkHealth(routes: Routes, ask: Ask, isUp: boolean): Promise<Finding> {
  const answer = await probe(routes, 'shops-and-health', (prefix) => ask(routes.health(prefix)));
  const said = `no health report: ${answer.ok ? '' : describeFailure(answer)}.`;
  if (!answer.ok && answer.kind === 'not-found' && isUp) {
    return amiss('Health', `${said} Correct SERVICE_URL: it is what stands before /health/v1/report, or before /api.`);
  }
  if (!answer.ok) return amiss('Health', `${said} ${cureOf(answer)}`);
  const report = readHealth(answer.kind === 'ok' ? answer.value : null);
  if (!report.ok) return amiss('Health', `no health report: ${report.why}. ${ADDRESS}`);
  return well('Health', `the report is found ${under(routes.found('shops-and-health'))}.`);
}

async function checkPaintings(routes: Routes, ask: Ask, { PAINTINGS_SEGMENT }: Config): Promise<Finding> {
  const answer = await probe(routes, 'paintings', (prefix) => ask(routes.paintings(prefix)));
  const segment = `PAINTINGS_SEGMENT=${PAINTINGS_SEGMENT}`;
  if (!answer.ok && answer.kind === 'not-found') {
    return amiss(
      'Paintings',
      `no list at ${segment}: ${describeFailure(answer)}. Correct it, and SHOPS_SEGMENT likewise.`,
    );
  }
  if (!answer.ok)
    return amiss(
      'Paintings',
      `no list: ${describeFailure(answer)}. ${answer.advice === undefined ? (CURES[answer.kind] ?? LATER) : sentence(answer.advice)}`,
    );
  const bans = readBans(answer.kind === 'ok' ? answer.value : null);
  if (!bans.ok) return amiss('Paintings', `no list at ${segment}: ${bans.why}. Correct it.`);
  return well('Paintings', `${bans.value.length} are banned; found ${under(routes.found('paintings'))}.`);
}

async function checkStream(routes: Routes, config: Config): Promise<Finding> {
  const proxy = chooseProxy(config.SERVICE_URL, config);
  let ending: Ending | null = null;
  for (const prefix of routes.toTry('economy')) {
    ending = await tryStream(routes.economy(prefix), userAgentOf(config), proxy);
    if (ending === null) return well('Stream', `connects ${under(prefix)}. The check has left it again.`);
    if (ending.kind !== 'refused' || ending.status !== 404) break;
  }
  if (ending === null) return amiss('Stream', 'no connection (nothing was tried).');
  const isExplained = proxy !== null || adviceOn(ending) !== null;
  const passOn = 'A proxy before the service must pass WebSockets on; else wait, or ask its operator.';
  const cure = isExplained ? sentence(describeEnding(ending, proxy)) : passOn;
  return amiss('Stream', `no connection (${reasonOf(ending)}). ${cure}`);
}

/** null: it connected. */
async function tryStream(url: string, userAgent: string, proxy: HttpProxy | null): Promise<Ending | null> {
  let isOpen = false;
  const connection: Connection = new Connection({
    ...{ url, proxy, userAgent, handshakeMs: ANSWER_MS, clock: systemClock },
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
  return well(
    'Shops',
    `not asked for, as the service allows that once a minute. Crier will ask for ${path} when it starts; SHOPS_SEGMENT is its first part.`,
  );
}

function under(prefix: string | null): string {
  return prefix === '/api' ? 'under /api' : 'without /api';
}
