import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { Economy } from '../economy/economy.ts';
import { faultControls } from './fault-controls.ts';
import { FAULTS } from './faults.ts';
import { HEALTHY } from './health-report.ts';
import { createHttpAnswers, type PlannedHttpFault } from './http-answers.ts';
import { createListener, type TlsFiles } from './listener.ts';
import { outageControls } from './outage-controls.ts';
import { createPlannedFaults } from './planned-faults.ts';
import { createRequestLog, type RequestRecord } from './request-log.ts';
import type { Service } from './service.ts';
import type { ServiceState } from './service-state.ts';
import { type ServiceSettings, USUAL_SETTINGS } from './settings.ts';
import type { StreamConnection } from './stream-connection.ts';
import { createStreamHub, type PlannedUpgradeFault } from './stream-hub.ts';

export interface ServiceOptions extends Partial<ServiceSettings> {
  readonly economy: Economy;
  /** An address of this machine. The default is 127.0.0.1. */
  readonly host?: string;
  /** The default, 0, takes any free port. */
  readonly port?: number;
  /** Number of requests that are kept, the newest. The default is 10,000. */
  readonly keptRequests?: number;
  /** Clock for hello, health and the log, in epoch milliseconds. */
  readonly now?: () => number;
  /** Interval of keep-alive events. The default is 15,000. */
  readonly pingEveryMs?: number;
  /** Interval of WebSocket pings. The default is none. */
  readonly webSocketPingEveryMs?: number;
  /** Speaks TLS with this certificate instead of plain TCP. */
  readonly tls?: TlsFiles;
}

/** Starts the simulated data service. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { economy, host = '127.0.0.1', port = 0, tls, ...others } = options;
  const { now = Date.now, pingEveryMs = 15_000, webSocketPingEveryMs, keptRequests, ...settings } = others;
  const state: ServiceState = { settings: { ...USUAL_SETTINGS, ...settings }, healthFigures: HEALTHY, isDown: false };
  const events = new EventEmitter<{ request: [RequestRecord]; connection: [StreamConnection] }>();
  const log = createRequestLog(keptRequests);
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
  const listener = createListener((socket) => http.emit('connection', socket), { host, port, tls });
  await listener.open();
  const timers = [setInterval(hub.sendKeepAlive, pingEveryMs)];
  if (webSocketPingEveryMs !== undefined) {
    timers.push(setInterval(() => hub.forEachConnection((connection) => connection.ping()), webSocketPingEveryMs));
  }

  return {
    url: `${tls ? 'https' : 'http'}://${host}:${listener.port}`,
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
    sendRaw: (data, as) => hub.forEachConnection((connection) => connection.send(data, as)),
    breakStream: (name, fault = {}) => hub.forEachConnection((connection) => FAULTS.stream[name](connection, fault)),
    ...faultControls(httpFaults, upgradeFaults, listener),
    ...outageControls(state, listener),
    async close() {
      for (const timer of timers) clearInterval(timer);
      hub.close();
      await listener.close();
    },
  };
}
