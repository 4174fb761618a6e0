// Adds up the metrics of several workers, as if one process had counted.
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'
import type { TeamState } from './routes/probes.ts'

type MetricValues = Awaited<ReturnType<Metrics['values']>>

interface SupervisorFigures extends TeamState {
  /** Log lines that the supervisor, who writes those of all workers, has dropped. */
  readonly droppedLines: number
}

/** Each metric says how it is aggregated: most are sums, states are the worst of all. */
export async function addUp(workers: readonly MetricValues[], figures: SupervisorFigures): Promise<string> {
  const own = await supervisorMetrics(figures).getMetricsAsJSON()
  return AggregatorRegistry.aggregate([...workers, own as MetricValues]).metrics()
}

function supervisorMetrics({ wanted, ready, droppedLines }: SupervisorFigures): Registry {
  const registry = new Registry()
  const registers = [registry]
  const workers = new Gauge({
    name: 'clientele_workers',
    help: 'Workers of this server: how many there are to be (wanted), and how many take requests (ready)',
    labelNames: ['state'],
    registers,
  })
  workers.set({ state: 'wanted' }, wanted)
  workers.set({ state: 'ready' }, ready)
  const dropped = new Counter({
    name: 'clientele_log_lines_dropped_total',
    help: 'Log lines that were dropped because the log was not read',
    registers,
  })
  dropped.inc(droppedLines)
  return registry
}
