import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Economy } from '../economy/economy.ts';
import { createArmedFaults } from './armed-faults.ts';
import { createDoor, type TlsFiles } from './door.ts';
import { FAULTS } from './faults.ts';
import { WELL } from './health-report.ts';
import { type ArmedHttpFault, createHttpAnswers, type ServiceState } from './http-answers.ts';
import { createRequestLog, type RequestRecord } from './request-log.ts';
import type { Outage, Service } from './service.ts';
import { type ServiceSettings, USUAL_SETTINGS } from './settings.ts';
import type { StreamConnection } from './stream-connection.ts';
import { type ArmedUpgradeFault, createStreamHub } from './stream-hub.ts';

export interface ServiceOptions extends Partial<ServiceSettings> {
  readonly economy: Economy;
  /** 0, the default: any free one. */
  readonly port?: number;
  /** Epoch milliseconds for hello, health and the log. */
  readonly now?: () => number;
  /** Between two keep-alive events: 15,000. */
  readonly pingEveryMs?: number;
  /** Between two WebSocket pings: none unless told. */
  readonly webSocketPingEveryMs?: number;
  /** Speaks TLS with this certificate instead of plain TCP. */
  readonly tls?: TlsFiles;
}

/** Starts the simulated data service on 127.0.0.1. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { economy, port = 0, now = Date.now, pingEveryMs = 15_000, webSocketPingEveryMs, tls, ...settings } = options;
  const state: ServiceState = { settings: { ...USUAL_SETTINGS, ...settings }, vitals: WELL, isDown: false };
  const events = new EventEmitter<{ request: [RequestRecord]; connection: [StreamConnection] }>();
  const log = createRequestLog();
  log.events.on('request', (record) => events.emit('request', record));
  const httpFaults = createArmedFaults<ArmedHttpFault>();
  const upgradeFaults = createArmedFaults<ArmedUpgradeFault>();
  const hub = createStreamHub({
    economy,
    now,
    state,
    faults: upgradeFaults,
    log,
    onConnection: (connection) => events.emit('connection', connection),
  });
  const http = createServer(createHttpAnswers({ economy, now, state, faults: httpFaults, log }));
  http.on('upgrade', hub.onUpgrade);
  const door = createDoor((socket) => http.emit('connection', socket), port, tls);
  await door.open();
  const timers = [setInterval(hub.sendKeepAlive, pingEveryMs)];
  if (webSocketPingEveryMs !== undefined) {
    timers.push(setInterval(() => hub.tellEach((connection) => connection.ping()), webSocketPingEveryMs));
  }

  async function goDown(how: Outage): Promise<void> {
    state.isDown = true;
    if (how === 'refused') await door.shut();
    else door.cutAll();
  }

  async function comeBack(): Promise<void> {
    state.isDown = false;
    await door.open();
  }

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${door.port}`,
    events,
    requests: log.records,
    connections: hub.connections,
    snapshotCount: log.snapshotCount,
    nextRequest: log.next,
    async nextConnection() {
      const [connection] = await once(events, 'connection');
      return connection as StreamConnection;
    },
    reconfigure(change) {
      state.settings = { ...state.settings, ...change };
    },
    setVitals(change) {
      state.vitals = { ...state.vitals, ...change };
    },
    sendKeepAlive: hub.sendKeepAlive,
    sendRaw: (data, as) => hub.tellEach((connection) => connection.send(data, as)),
    breakHttp: (name, fault) => httpFaults.arm({ name, ...fault }),
    breakUpgrade: (name, fault) => upgradeFaults.arm({ name, ...fault }),
    breakStream: (name, fault = {}) => hub.tellEach((connection) => FAULTS.stream[name](connection, fault)),
    goDeaf() {
      door.isDeaf = true;
    },
    heal() {
      door.isDeaf = false;
      httpFaults.disarmAll();
      upgradeFaults.disarmAll();
    },
    goDown,
    comeBack,
    async restart(downMs, how = 'bad-gateway') {
      await goDown(how);
      await sleep(downMs);
      await comeBack();
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      hub.close();
      await door.shut();
    },
  };
}
