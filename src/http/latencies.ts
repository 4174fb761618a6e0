// Latency histograms that cost a tenth of prom-client's to feed; prom-client still does the telling.
import type { Metric, Registry } from 'prom-client'

interface Series {
  readonly labels: readonly string[]
  /** One count per bucket, then one for what is slower than all of them. */
  readonly counts: Float64Array
  sum: number
}

export interface LatencyOptions {
  readonly name: string
  readonly help: string
  /** Three at most. */
  readonly labels: readonly string[]
  readonly buckets: readonly number[]
}

/** A family of histograms, one for each combination of label values. Labels must come from us: each is kept for ever. */
export class Latencies {
  readonly #name: string
  readonly #help: string
  readonly #labels: readonly string[]
  readonly #buckets: readonly number[]
  readonly #series: Series[] = []
  /** By one label after the other: a key made of all of them would be a new text for each request. */
  readonly #found = new Map<string, Map<string, Map<string, Series>>>()

  constructor(registry: Registry, { name, help, labels, buckets }: LatencyOptions) {
    this.#name = name
    this.#help = help
    this.#labels = labels
    this.#buckets = buckets
    registry.registerMetric({ name, get: async () => this.#tell() } as unknown as Metric)
  }

  observe(seconds: number, first: string, second = '', third = ''): void {
    const series = this.#found.get(first)?.get(second)?.get(third) ?? this.#add([first, second, third])
    let bucket = 0
    while (bucket < this.#buckets.length && seconds > (this.#buckets[bucket] as number)) bucket++
    series.counts[bucket] = (series.counts[bucket] as number) + 1
    series.sum += seconds
  }

  #add(values: readonly [string, string, string]): Series {
    const labels = values.slice(0, this.#labels.length)
    const series = { labels, counts: new Float64Array(this.#buckets.length + 1), sum: 0 }
    this.#series.push(series)
    const bySecond = this.#found.get(values[0]) ?? new Map<string, Map<string, Series>>()
    const byThird = bySecond.get(values[1]) ?? new Map<string, Series>()
    this.#found.set(values[0], bySecond.set(values[1], byThird.set(values[2], series)))
    return series
  }

  #tell() {
    const values = this.#series.flatMap(series => this.#valuesOf(series))
    return { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values }
  }

  #valuesOf({ labels: values, counts, sum }: Series) {
    const labels = Object.fromEntries(this.#labels.map((label, i) => [label, values[i] as string]))
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
