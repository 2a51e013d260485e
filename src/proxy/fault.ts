import { RemoteFault } from '../faults/remote-fault.ts';
import { type HttpProxy, isLocalHost } from './choose-proxy.ts';

/**
 * No connection to the proxy comes up. Behind a proxy nothing else gives these codes: the proxy alone connects
 * further.
 */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The words in which undici, of any version, names the status by which a proxy refused. */
const REFUSED = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** A proxy opens no connection. The message is a sentence for the operator, without credentials. */
export class ProxyFault extends RemoteFault {
  override readonly name = 'ProxyFault';
  /** `proxy-407` for a status of the proxy, `proxy-ECONNREFUSED` if it is not reached. */
  readonly code: string;

  /** @param reason the status by which the proxy refused, or the code of the error that it is not reached by */
  constructor(proxy: HttpProxy, reason: string, options?: ErrorOptions) {
    super(explain(proxy, reason), options);
    this.code = `proxy-${reason}`;
  }
}

/**
 * Reads an error of undici as the fault of a proxy.
 *
 * @returns null if it is another error
 */
export function proxyFaultOf(error: unknown, proxy: HttpProxy): ProxyFault | null {
  if (!(error instanceof Error)) return null;
  const [, status] = REFUSED.exec(error.message) ?? [];
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
  const reason = status ?? (NOT_CONNECTED.test(code) ? code : null);
  return reason === null ? null : new ProxyFault(proxy, reason, { cause: error });
}

/** Advises NO_PROXY for a host of this machine or its network. Empty for any other host. */
export function adviseNoProxy({ target }: HttpProxy): string {
  if (!isLocalHost(target)) return '';
  return `; ${target} is of this machine or its network: to reach it without the proxy, name it in NO_PROXY`;
}

function explain(proxy: HttpProxy, reason: string): string {
  const { origin, setting, target } = proxy;
  const more = adviseNoProxy(proxy);
  if (reason === '407')
    return `the proxy ${origin} refuses its user or password (407): correct them in ${setting}${more}`;
  if (/^[45]\d\d$/.test(reason)) {
    const cure = reason === '403' ? `: have ${target} allowed there, or name it in NO_PROXY` : '';
    return `the proxy ${origin} does not connect to ${target} (${reason})${more || cure}`;
  }
  return `the proxy ${origin} is not reached (${reason}): correct ${setting}, or start the proxy${more}`;
}
