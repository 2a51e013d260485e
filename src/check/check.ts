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
import { whyDeaf } from '../monitor/server.ts';
import { chooseProxy } from '../proxy/proxy.ts';
import { locateStore } from '../storage/sqlite/files.ts';
import { warnOfNetworkFileSystem } from '../storage/sqlite/lock.ts';
import { systemClock } from '../time/clock.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { type Asked, askDiscord } from './discord.ts';
import { checkFiles } from './files.ts';
import { amiss, type CheckedStore, type Finding, formatFinding, unseen, well } from './finding.ts';
import { checkPermissions } from './permissions.ts';
import { checkService } from './service.ts';

/**
 * Checks everything that Crier needs and reports each fault with its cure. It may run beside Crier: it takes no lock, writes
 * and deletes a probe next to the store, and deletes the mark of a refused token that Discord accepts again.
 *
 * @param say receives lines without secrets
 * @returns whether all is well
 * @throws Error for a fault of Crier's own
 */
export async function checkAll(say: (line: string) => void): Promise<boolean> {
  const config = configOf();
  if (config instanceof ConfigFault) {
    say(formatFinding(amiss('Configuration', config.message)));
    say('Nothing else can be checked before that is mended.');
    return false;
  }
  const hide = hideSecrets(secretsOf(config));
  // Progress is for a terminal; a file has the results alone.
  const unread = { say: () => undefined, sayEveryMs: Number.POSITIVE_INFINITY };
  const progress = new Progress({ terminal: terminalOnStderr(), ...unread, clock: systemClock });
  let amissCount = 0;
  const sayEach = (findings: readonly Finding[]) => {
    for (const finding of findings) say(hide(formatFinding(finding)));
    amissCount += findings.filter(({ isWell }) => isWell === false).length;
  };
  sayEach([ofSettings(), ...ofProxies(config), ...(await checkFolders(config))]);
  const asked = askDiscord(config);
  const service = checkService(config);
  const store = await checkStore(config);
  try {
    sayEach([store.finding, ...ofStorePlace(config), ...(await ofStockUnit(store, config))]);
    const discord = await progress.during('Asking Discord', () => asked);
    sayEach(discord.findings);
    sayEach(await progress.during('Asking Discord', () => ofBot(discord, store, config)));
  } finally {
    await store.close();
  }
  sayEach(await progress.during('Asking the data service', () => service));
  sayEach(await checkPort(config));
  say(amissCount === 0 ? 'All is well.' : `To be mended: ${amissCount}.`);
  return amissCount === 0;
}

async function ofBot(
  { botId, rest }: Asked,
  { finding, refusedToken, feeds, paused }: CheckedStore,
  { DISCORD_TOKEN }: Config,
): Promise<Finding[]> {
  if (botId === null) return [unseen('Permissions', 'not looked at, as Discord does not say who Crier is.')];
  const findings: Finding[] = [];
  if (await refusedToken?.is(DISCORD_TOKEN)) {
    await refusedToken?.forget();
    findings.push(well('Refused token', 'Discord takes it again, and so does Crier: restart it if it is idle.'));
  }
  if (feeds !== null) findings.push(...(await checkPermissions(rest, botId, { feeds, paused })));
  else if (!finding.isWell) findings.push(unseen('Permissions', 'not looked at, as the store cannot be read.'));
  return findings;
}

async function ofStockUnit({ stockEvidence }: CheckedStore, { STOCK_UNIT }: Config): Promise<Finding[]> {
  if (stockEvidence === null) return [];
  const evidence = judgeStock((await stockEvidence.read()) ?? NO_EVIDENCE, [], STOCK_UNIT);
  const setting = `STOCK_UNIT=${STOCK_UNIT}`;
  switch (stockVerdict(evidence, STOCK_UNIT)) {
    case 'contradicts': {
      const other = STOCK_UNIT === 'bundles' ? 'items' : 'bundles';
      return [amiss('Stock', `trades contradict ${setting}. Set STOCK_UNIT=${other} and restart Crier.`)];
    }
    case 'agrees':
      return [well('Stock', `trades agree with ${setting}.`)];
    case 'unknown': {
      const known = `${countAgreeing(evidence.cases, STOCK_UNIT)} of ${DECIDING_CASES} cases`;
      return [unseen('Stock', `whether trades agree with ${setting} is not known yet: ${known}.`)];
    }
  }
}

function ofSettings(): Finding {
  const unknown = unknownSettings();
  const others = unknown.length === 0 ? '' : ` In .env stand others, which Crier does not know: ${unknown.join(', ')}.`;
  return well('Configuration', `complete.${others}`);
}

/** Checks that the folders of ITEM_NAMES and ITEM_ICONS can be read, if they are set. */
async function checkFolders({ ITEM_NAMES, ITEM_ICONS }: Config): Promise<Finding[]> {
  const findings = Object.entries({ ITEM_NAMES, ITEM_ICONS }).map(async ([name, folder]) => {
    if (folder === undefined) return [];
    try {
      return [well('Folder', `${name} can be read; files in it: ${(await readdir(folder)).length}.`)];
    } catch (error) {
      return [amiss('Folder', `${name} cannot be read (${reasonOf(error)}). Name a folder that Crier may read.`)];
    }
  });
  return (await Promise.all(findings)).flat();
}

/** The proxy that each address is reached through, as far as one is set. */
function ofProxies(config: Config): Finding[] {
  const addresses = [
    ['the service', config.SERVICE_URL],
    ['Discord’s REST', config.DISCORD_API_URL],
  ] as const;
  const said = addresses.flatMap(([name, address]) => {
    const proxy = chooseProxy(address, config);
    return proxy === null ? [] : [`${name} is reached through ${proxy.origin} (${proxy.setting})`];
  });
  return said.length === 0 ? [] : [well('Proxy', `${said.join('; ')}.`)];
}

function ofStorePlace({ STORE_URL }: Config): Finding[] {
  const located = isShared(STORE_URL) ? null : locateStore(STORE_URL);
  const warning = located?.ok ? warnOfNetworkFileSystem(located.location.path) : null;
  return warning === null ? [] : [amiss('Store', `${warning}.`)];
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

const ANSWER_MS = 3_000;

/** Whether HTTP_PORT is free, or a Crier's; nothing to say where it is not set. */
export async function checkPort(config: Config): Promise<Finding[]> {
  const http = httpOf(config);
  if (http === null) return [];
  const { host, port } = http;
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return [well('Port', `HTTP_PORT ${port} is free.`)];
  } catch (error) {
    const { code, cure } = whyDeaf(error);
    if (code === 'EADDRINUSE' && (await isCrier(host, port)))
      return [well('Port', `HTTP_PORT ${port} is in use by a running Crier.`)];
    return [amiss('Port', `HTTP_PORT ${port} of HTTP_HOST ${host} cannot be opened (${code}). ${cure}`)];
  } finally {
    server.close();
  }
}

/** Not asked with fetch, which refuses ports that browsers do. */
async function isCrier(host: string, port: number): Promise<boolean> {
  try {
    return await beforeDeadline({ ms: ANSWER_MS, clock: systemClock }, async (signal) => {
      const asked = get({ host, port, path: '/health', agent: false, signal });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return Object.hasOwn(Object(await json(answer)), 'well');
    });
  } catch {
    return false; // something that does not speak so
  }
}
