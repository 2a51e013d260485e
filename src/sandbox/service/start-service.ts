import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Economy } from '../economy/economy.ts';
import { FAULTS } from './faults.ts';
import { HEALTHY } from './health-report.ts';
import { createHttpAnswers, type PlannedHttpFault, type ServiceState } from './http-answers.ts';
import { createListener, type TlsFiles } from './listener.ts';
import { createPlannedFaults } from './planned-faults.ts';
import { createRequestLog, type RequestRecord } from './request-log.ts';
import type { Outage, Service } from './service.ts';
import { type ServiceSettings, USUAL_SETTINGS } from './settings.ts';
import type { StreamConnection } from './stream-connection.ts';
import { createStreamHub, type PlannedUpgradeFault } from './stream-hub.ts';

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
  const state: ServiceState = { settings: { ...USUAL_SETTINGS, ...settings }, healthFigures: HEALTHY, isDown: false };
  const events = new EventEmitter<{ request: [RequestRecord]; connection: [StreamConnection] }>();
  const log = createRequestLog();
  log.events.on('request', (record) => events.emit('request', record));
  const httpFaults = createPlannedFaults<PlannedHttpFault>();
  const upgradeFaults = createPlannedFaults<PlannedUpgradeFault>();
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
  const listener = createListener((socket) => http.emit('connection', socket), port, tls);
  await listener.open();
  const timers = [setInterval(hub.sendKeepAlive, pingEveryMs)];
  if (webSocketPingEveryMs !== undefined) {
    timers.push(setInterval(() => hub.tellEach((connection) => connection.ping()), webSocketPingEveryMs));
  }

  async function goDown(how: Outage): Promise<void> {
    state.isDown = true;
    if (how === 'refused') await listener.close();
    else listener.cutConnections();
  }

  async function comeBack(): Promise<void> {
    state.isDown = false;
    await listener.open();
  }

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${listener.port}`,
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
    setHealthFigures(change) {
      state.healthFigures = { ...state.healthFigures, ...change };
    },
    sendKeepAlive: hub.sendKeepAlive,
    sendRaw: (data, as) => hub.tellEach((connection) => connection.send(data, as)),
    breakHttp: (name, fault) => httpFaults.plan({ name, ...fault }),
    breakUpgrade: (name, fault) => upgradeFaults.plan({ name, ...fault }),
    breakStream: (name, fault = {}) => hub.tellEach((connection) => FAULTS.stream[name](connection, fault)),
    stopAnswering() {
      listener.isUnresponsive = true;
    },
    clearFaults() {
      listener.isUnresponsive = false;
      httpFaults.cancelAll();
      upgradeFaults.cancelAll();
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
      await listener.close();
    },
  };
}
