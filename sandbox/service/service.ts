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

/** An outage as clients see it: the proxy's 502 for everything, or no listener. */
export type Outage = 'bad-gateway' | 'refused';

/** Controls of the simulated data service. */
export interface Service {
  /** The base url, without a slash at its end. */
  readonly url: string;
  readonly events: EventEmitter<{ request: [RequestRecord]; connection: [StreamConnection] }>;

  /** The last 10,000 finished requests, upgrades included. */
  readonly requests: readonly RequestRecord[];
  /** Connected clients of the stream. */
  readonly connections: ReadonlySet<StreamConnection>;
  /** Number of requests for the snapshot, and of those that came too early. */
  snapshotCount(): SnapshotCount;
  /** Resolves with the next finished request. */
  nextRequest(route?: Route | 'unknown'): Promise<RequestRecord>;
  /** Resolves with the next client of the stream. */
  nextConnection(): Promise<StreamConnection>;

  /** Switches to another revision or prefix. */
  reconfigure(change: Partial<ServiceSettings>): void;
  setHealthFigures(change: Partial<HealthFigures>): void;
  /** Sends a keep-alive event out of turn. */
  sendKeepAlive(): void;
  /** Sends any message to every client of the stream. */
  sendRaw(data: string | Buffer, as?: 'text' | 'binary'): void;

  /**
   * Lets answers of one route fail (default: the snapshot), a number of times or until cleared.
   * @returns a function that cancels the fault
   */
  breakHttp(name: HttpFaultName, fault?: FaultSchedule & HttpFaultOptions): () => void;
  /**
   * Lets the next upgrades of the stream fail.
   * @returns a function that cancels the fault
   */
  breakUpgrade(name: UpgradeFaultName, fault?: Pick<FaultSchedule, 'times'> & UpgradeFaultOptions): () => void;
  /** Applies a fault to every open stream now. */
  breakStream(name: StreamFaultName, fault?: StreamFaultOptions): void;
  /** Accepts new TCP connections and never answers them. */
  stopAnswering(): void;
  /** Ends every planned fault, and answers again. */
  clearFaults(): void;

  /** Cuts all connections and stays away. */
  goDown(how: Outage): Promise<void>;
  comeBack(): Promise<void>;
  /** Goes down for this time, then returns at the same address. Resolves at the return. */
  restart(downMs: number, how?: Outage): Promise<void>;
  close(): Promise<void>;
}
