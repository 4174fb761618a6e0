// Latency histograms that cost a tenth of prom-client's to feed; prom-client still does the telling.
import type { Metric, Registry } from 'prom-client'

interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** One count per bucket, then one for what is slower than all of them. */
  readonly counts: Float64Array
  sum: number
}

/** A family of histograms, one for each combination of label values. Labels must come from us: each is kept for ever. */
export class Latencies {
  readonly #name: string
  readonly #help: string
  readonly #buckets: readonly number[]
  readonly #series = new Map<string, Series>()

  constructor(registry: Registry, name: string, help: string, buckets: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#buckets = buckets
    registry.registerMetric({ name, get: async () => this.#tell() } as unknown as Metric)
  }

  /** `key` stands for the labels: the same key, the same labels. */
  observe(key: string, labels: () => Readonly<Record<string, string>>, seconds: number): void {
    let series = this.#series.get(key)
    if (!series) {
      series = { labels: labels(), counts: new Float64Array(this.#buckets.length + 1), sum: 0 }
      this.#series.set(key, series)
    }
    let bucket = 0
    while (bucket < this.#buckets.length && seconds > (this.#buckets[bucket] as number)) bucket++
    series.counts[bucket] = (series.counts[bucket] as number) + 1
    series.sum += seconds
  }

  #tell() {
    const values = [...this.#series.values()].flatMap(series => this.#valuesOf(series))
    return { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values }
  }

  #valuesOf({ labels, counts, sum }: Series) {
    let count = 0
    const buckets = [...this.#buckets, '+Inf'].map((le, i) => {
      count += counts[i] as number
      return { metricName: `${this.#name}_bucket`, labels: { ...labels, le: String(le) }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ]
  }
}
