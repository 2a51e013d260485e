import type { EventEmitter } from 'node:events';
import type { HealthFigures } from './health-report.ts';
import type { HttpFaultName, HttpFaultOptions } from './http-faults.ts';
import type { FaultSchedule } from './planned-faults.ts';
import type { RequestRecord, SnapshotCount } from './request-log.ts';
import type { Route } from './route.ts';
import type { ServiceSettings } from './settings.ts';
import type { StreamConnection } from './stream-connection.ts';
import type { StreamFaultName, StreamFaultOptions } from './stream-faults.ts';
import type { UpgradeFaultName, UpgradeFaultOptions } from './upgrade-faults.ts';

/** How it looks from outside while the service is down: the proxy's 502 for everything, or no one listening. */
export type Outage = 'bad-gateway' | 'refused';

/** The simulated data service, as whoever runs it sees it. */
export interface Service {
  /** The base url, without a slash at its end. */
  readonly url: string;
  readonly events: EventEmitter<{ request: [RequestRecord]; connection: [StreamConnection] }>;

  /** Requests that are over, upgrades among them; the last 10,000. */
  readonly requests: readonly RequestRecord[];
  /** Clients of the stream, let in and not yet gone. */
  readonly connections: ReadonlySet<StreamConnection>;
  /** How often, and how hastily, the snapshot was asked for. */
  snapshotCount(): SnapshotCount;
  /** The next request to be over. */
  nextRequest(route?: Route | 'unknown'): Promise<RequestRecord>;
  /** The next client of the stream to be let in. */
  nextConnection(): Promise<StreamConnection>;

  /** Speaks otherwise from now on: another revision, another prefix. */
  reconfigure(change: Partial<ServiceSettings>): void;
  setHealthFigures(change: Partial<HealthFigures>): void;
  /** A keep-alive event out of turn. */
  sendKeepAlive(): void;
  /** A message to every client of the stream, whatever it says. */
  sendRaw(data: string | Buffer, as?: 'text' | 'binary'): void;

  /**
   * Answers go wrong: those of one route (the service's own faults: the snapshot's by default), so many times or until
   * cleared. What is returned cancels it.
   */
  breakHttp(name: HttpFaultName, fault?: FaultSchedule & HttpFaultOptions): () => void;
  /** The stream's next upgrades go wrong. What is returned cancels it. */
  breakUpgrade(name: UpgradeFaultName, fault?: Pick<FaultSchedule, 'times'> & UpgradeFaultOptions): () => void;
  /** Something goes wrong now on every open stream. */
  breakStream(name: StreamFaultName, fault?: StreamFaultOptions): void;
  /** New TCP connections are accepted, and met with silence. */
  stopAnswering(): void;
  /** Ends every planned fault, and answers again. */
  clearFaults(): void;

  /** Cuts all connections and stays away. */
  goDown(how: Outage): Promise<void>;
  comeBack(): Promise<void>;
  /** Down for so long, then back at the same address; resolves when back. */
  restart(downMs: number, how?: Outage): Promise<void>;
  close(): Promise<void>;
}
