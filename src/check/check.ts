import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  type Config,
  ConfigFault,
  httpOf,
  isShared,
  loadEnvironment,
  readConfig,
  secretsOf,
  unknownSettings,
} from '../config.ts';
import { reasonOf } from '../faults/operator-fault.ts';
import { hideSecrets } from '../log/hide-secrets.ts';
import { Progress, terminalOnStderr } from '../log/terminal.ts';
import {
  countAgreeing,
  DECIDING_CASES,
  judgeStock,
  NO_EVIDENCE,
  stockVerdict,
} from '../market/shops/stock-evidence.ts';
import { explainListenFailure } from '../monitor/server.ts';
import { chooseProxy } from '../proxy/proxy.ts';
import { locateStore } from '../storage/sqlite/files.ts';
import { warnOfNetworkFileSystem } from '../storage/sqlite/lock.ts';
import { systemClock } from '../time/clock.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { askDiscord, type CheckedToken } from './discord.ts';
import { checkFiles } from './files.ts';
import { type CheckedStore, type Finding, failed, formatFinding, notChecked, passed } from './finding.ts';
import { checkLandmarks } from './landmarks.ts';
import { checkPermissions } from './permissions.ts';
import { checkService } from './service.ts';

/**
 * Checks everything that Crier needs and reports each fault with its cure. It may run while Crier runs: it takes no
 * lock, writes and deletes a probe file next to the store, and deletes the note of a rejected token that Discord
 * accepts again.
 * @param say receives lines without secrets
 * @returns whether all checks passed
 * @throws Error for a fault of Crier's own
 */
export async function checkAll(say: (line: string) => void): Promise<boolean> {
  const config = configOf();
  if (config instanceof ConfigFault) {
    say(formatFinding(failed('Configuration', `invalid.\n${config.list}`)));
    say('Fix this first: everything else depends on it.');
    return false;
  }
  const hide = hideSecrets(secretsOf(config));
  // Progress is shown on a terminal only; a file receives the results alone.
  const notLogged = { logLine: () => undefined, logEveryMs: Number.POSITIVE_INFINITY };
  const progress = new Progress({ terminal: terminalOnStderr(), ...notLogged, clock: systemClock });
  let failedCount = 0;
  const report = (findings: readonly Finding[]) => {
    for (const finding of findings) say(hide(formatFinding(finding)));
    failedCount += findings.filter(({ isWell }) => isWell === false).length;
  };
  report([ofSettings(), ...ofProxies(config), ...(await checkFolders(config))]);
  const asked = askDiscord(config);
  const service = checkService(config);
  const store = await checkStore(config);
  try {
    report([store.finding, ...ofStorePlace(config), ...(await ofStockUnit(store, config))]);
    const discord = await progress.during('Asking Discord', () => asked);
    report(discord.findings);
    report(await progress.during('Asking Discord', () => ofBot(discord, store, config)));
  } finally {
    await store.close();
  }
  report(await progress.during('Asking the data service', () => service));
  report(await checkLandmarks(config));
  report(await checkPort(config));
  say(failedCount === 0 ? 'All is well.' : `Faults to fix: ${failedCount}.`);
  return failedCount === 0;
}

async function ofBot(
  { botId, rest }: CheckedToken,
  { finding, refusedToken, feeds, paused }: CheckedStore,
  { DISCORD_TOKEN }: Config,
): Promise<Finding[]> {
  if (botId === null) return [notChecked('Permissions', 'not checked, as Discord does not tell the bot’s id.')];
  const findings: Finding[] = [];
  if (await refusedToken?.is(DISCORD_TOKEN)) {
    await refusedToken?.forget();
    findings.push(passed('Refused token', 'Discord accepts the token again. Restart Crier if it is idle.'));
  }
  if (feeds !== null) findings.push(...(await checkPermissions(rest, botId, { feeds, paused })));
  else if (!finding.isWell) findings.push(notChecked('Permissions', 'not checked, as the store cannot be read.'));
  return findings;
}

async function ofStockUnit({ stockEvidence }: CheckedStore, { STOCK_UNIT }: Config): Promise<Finding[]> {
  if (stockEvidence === null) return [];
  const evidence = judgeStock((await stockEvidence.read()) ?? NO_EVIDENCE, [], STOCK_UNIT);
  const setting = `STOCK_UNIT=${STOCK_UNIT}`;
  switch (stockVerdict(evidence, STOCK_UNIT)) {
    case 'contradicts': {
      const other = STOCK_UNIT === 'bundles' ? 'items' : 'bundles';
      return [failed('Stock', `trades contradict ${setting}. Set STOCK_UNIT=${other} and restart Crier.`)];
    }
    case 'agrees':
      return [passed('Stock', `trades agree with ${setting}.`)];
    case 'unknown': {
      const known = `${countAgreeing(evidence.cases, STOCK_UNIT)} of ${DECIDING_CASES} cases`;
      return [notChecked('Stock', `whether trades agree with ${setting} is not known yet: ${known}.`)];
    }
  }
}

function ofSettings(): Finding {
  const unknown = unknownSettings();
  const others = unknown.length === 0 ? '' : ` Unknown names in .env: ${unknown.join(', ')}.`;
  return passed('Configuration', `complete.${others}`);
}

async function checkFolders({ ITEM_NAMES, ITEM_ICONS }: Config): Promise<Finding[]> {
  const findings = Object.entries({ ITEM_NAMES, ITEM_ICONS }).map(async ([name, folder]) => {
    if (folder === undefined) return [];
    try {
      return [passed('Folder', `${name} can be read. Files in it: ${(await readdir(folder)).length}.`)];
    } catch (error) {
      return [failed('Folder', `${name} cannot be read (${reasonOf(error)}). Name a folder that Crier may read.`)];
    }
  });
  return (await Promise.all(findings)).flat();
}

/** Returns the proxy of each address, as far as one is set. */
function ofProxies(config: Config): Finding[] {
  const addresses = [
    ['the service', config.SERVICE_URL],
    ['Discord’s REST', config.DISCORD_API_URL],
  ] as const;
  const proxies = addresses.flatMap(([name, address]) => {
    const proxy = chooseProxy(address, config);
    return proxy === null ? [] : [`${name} is reached through ${proxy.origin} (${proxy.setting})`];
  });
  return proxies.length === 0 ? [] : [passed('Proxy', `${proxies.join('; ')}.`)];
}

function ofStorePlace({ STORE_URL }: Config): Finding[] {
  const located = isShared(STORE_URL) ? null : locateStore(STORE_URL);
  const warning = located?.ok ? warnOfNetworkFileSystem(located.location.path) : null;
  return warning === null ? [] : [failed('Store', `${warning}.`)];
}

async function checkStore(config: Config): Promise<CheckedStore> {
  if (!isShared(config.STORE_URL)) return checkFiles(config.STORE_URL);
  const { checkPostgres } = await import('./postgres.ts');
  return checkPostgres(config.STORE_URL);
}

function configOf(): Config | ConfigFault {
  try {
    return readConfig(loadEnvironment());
  } catch (error) {
    if (error instanceof ConfigFault) return error;
    throw error;
  }
}

const PORT_ANSWER_MS = 3_000;

/** Checks that HTTP_PORT is free, or in use by a Crier. Without HTTP_PORT there is nothing to check. */
export async function checkPort(config: Config): Promise<Finding[]> {
  const http = httpOf(config);
  if (http === null) return [];
  const { host, port } = http;
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return [passed('Port', `HTTP_PORT ${port} is free.`)];
  } catch (error) {
    const { code, cure } = explainListenFailure(error);
    if (code === 'EADDRINUSE' && (await isCrier(host, port)))
      return [passed('Port', `HTTP_PORT ${port} is in use by a running Crier.`)];
    return [failed('Port', `HTTP_PORT ${port} of HTTP_HOST ${host} cannot be opened (${code}). ${cure}`)];
  } finally {
    server.close();
  }
}

/** Uses `http.get`, because fetch refuses the ports that browsers refuse. */
async function isCrier(host: string, port: number): Promise<boolean> {
  try {
    return await beforeDeadline({ ms: PORT_ANSWER_MS, clock: systemClock }, async (signal) => {
      const asked = get({ host, port, path: '/health', agent: false, signal });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return Object.hasOwn(Object(await json(answer)), 'well');
    });
  } catch {
    return false; // another program, which does not answer HTTP or JSON
  }
}
