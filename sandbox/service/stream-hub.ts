import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Economy } from '../economy/economy.ts';
import { FAULTS } from './faults.ts';
import type { createPlannedFaults, FaultSchedule } from './planned-faults.ts';
import type { RequestLog } from './request-log.ts';
import { encodeEvent } from './revision.ts';
import { resolveRoute } from './route.ts';
import type { ServiceState } from './service-state.ts';
import { createStreamConnection, type StreamConnection } from './stream-connection.ts';
import { refuseUpgrade, type UpgradeFaultName, type UpgradeFaultOptions } from './upgrade-faults.ts';

export interface PlannedUpgradeFault extends FaultSchedule, UpgradeFaultOptions {
  readonly name: UpgradeFaultName;
}

export interface StreamParts {
  readonly economy: Economy;
  readonly now: () => number;
  readonly state: ServiceState;
  readonly faults: ReturnType<typeof createPlannedFaults<PlannedUpgradeFault>>;
  readonly log: RequestLog;
  /** Called when a client has its hello. */
  readonly onConnection: (connection: StreamConnection) => void;
}

const MOST_BYTES_FROM_CLIENTS = 65_536;
/** Policy violation. The service's own closing details are unknown. */
const NO_USER_AGENT = 1008;

/** The stream's side of the service: accepts clients, greets them, and sends every event to each. */
export function createStreamHub({ economy, now, state, faults, log, onConnection }: StreamParts) {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_BYTES_FROM_CLIENTS });
  const connections = new Set<StreamConnection>();

  const deafen = economy.onEvent((event) => {
    if (connections.size > 0) broadcast(encodeEvent(event, state.settings.revision));
  });

  function forEachConnection(act: (connection: StreamConnection) => void): void {
    for (const connection of connections) act(connection);
  }

  const broadcast = (message: string) => forEachConnection((connection) => connection.send(message));

  /**
   * Decides on an upgrade.
   * @returns the status of the answer, 0 for none
   */
  function decide(request: IncomingMessage, socket: Duplex, head: Buffer): number {
    const { prefix, segments } = state.settings;
    const isStream = resolveRoute(request.url ?? '/', prefix, segments) === 'stream';
    const fault = state.isDown ? ({ name: 'bad-gateway' } as const) : isStream && faults.take(() => true);
    const behaviour = fault ? FAULTS.upgrade[fault.name] : undefined;
    if (behaviour && 'answer' in behaviour) {
      behaviour.answer(socket, request, fault || {});
      return behaviour.status;
    }
    if (!isStream) {
      refuseUpgrade(socket, 404, 'Not Found');
      return 404;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = createStreamConnection(webSocket, socket, request);
      webSocket.once('close', () => connections.delete(connection));
      if (!request.headers['user-agent']) connection.close(NO_USER_AGENT, 'User-Agent required');
      else if (behaviour?.accepts === 'then-closes') connection.close(1000);
      else admit(connection, behaviour?.accepts !== 'without-hello');
    });
    return 101;
  }

  function admit(connection: StreamConnection, greets: boolean): void {
    connections.add(connection);
    if (greets) connection.send(JSON.stringify({ 'hello-from-eco-v1': now() }));
    onConnection(connection);
  }

  return {
    connections: connections as ReadonlySet<StreamConnection>,
    forEachConnection,
    /** The keep-alive event of a live service. Its shape is not documented. */
    sendKeepAlive: () => broadcast(JSON.stringify({ event: 'ping', timestamp: now(), data: true })),
    /** Ends the subscription to the economy. */
    close: deafen,
    onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const { url: target = '/', headers } = request;
      const { prefix, segments } = state.settings;
      const record = { route: resolveRoute(target, prefix, segments), target, at: now(), headers };
      log.add({ ...record, status: decide(request, socket, head) }, false);
    },
  };
}
