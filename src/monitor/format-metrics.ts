import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { Metric } from './metric.ts';
import type { Answer } from './server.ts';

/** As Prometheus text, with the type that goes with it. */
export async function formatMetrics<From>(metrics: readonly Metric<From>[], facts: From): Promise<Answer> {
  const registry = new Registry();
  for (const { name, help, type, label, read } of metrics) {
    const labelNames = label === undefined ? [] : [label];
    const made = { name, help, labelNames, registers: [registry] };
    const reading = read(facts);
    if (reading === null) continue;
    const values = typeof reading === 'number' ? [['', reading] as const] : reading;
    const metric = type === 'gauge' ? new Gauge<string>(made) : new Counter<string>(made);
    for (const [value, number] of values) metric.inc(label === undefined ? {} : { [label]: value }, number);
  }
  return { status: 200, contentType: registry.contentType, body: await registry.metrics() };
}
