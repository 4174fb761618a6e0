// Sends load requests to the load process and runs the rounds of several contenders in turns.
import type { ChildProcess } from 'node:child_process'
import { helper } from './children.ts'
import { CpuMeter, type CpuTimes, wholeCost } from './cpu.ts'
import type { LoadRequest, LoadResult } from './load-process.ts'

export type { LoadRequest }

export interface Load {
  run(request: LoadRequest): Promise<LoadResult>
  stop(): void
}

export function startLoad(): Load {
  const child: ChildProcess = helper('load-process.ts')
  let count = 0
  return {
    run: request =>
      new Promise((resolve, reject) => {
        const number = ++count
        const onMessage = (message: { number: number; result?: LoadResult; error?: string }) => {
          if (message.number !== number) return
          child.off('message', onMessage)
          if (message.result) resolve(message.result)
          else reject(new Error(message.error))
        }
        child.on('message', onMessage)
        child.send({ number, request })
      }),
    stop: () => void child.kill(),
  }
}

/** Where the processor time of a contender and of its store is counted, races compare that too. */
interface Contender extends LoadRequest {
  readonly cpu?: () => CpuTimes
}

export interface Race {
  /** Requests per second of each contender, the median of the rounds. */
  readonly rates: readonly number[]
  /** The first contender's rate relative to each other's, the median of the rounds' ratios. */
  readonly ratios: readonly number[]
  /** The processor time of a request to each other contender, server and store together, relative to that of the first. */
  readonly cpuRatios: readonly (number | null)[]
}

export async function race(
  load: Load,
  contenders: readonly Contender[],
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Race> {
  const entrants = contenders.map(({ cpu, ...request }) => ({
    request,
    meter: new CpuMeter(cpu),
    rates: [] as number[],
  }))
  for (const { request } of entrants) await load.run({ ...request, seconds: warmUp })
  for (let round = 0; round < rounds; round++) {
    for (const { request, meter, rates } of entrants) rates.push((await meter.during(() => load.run(request))).rate)
  }
  const [ours, ...others] = entrants as [(typeof entrants)[number], ...typeof entrants]
  const costs = entrants.map(({ meter }) => meter.cost())
  const ourCost = costs[0] ? wholeCost(costs[0]) : null
  return {
    rates: entrants.map(({ rates }) => median(rates)),
    ratios: others.map(({ rates }) => median(ours.rates.map((rate, i) => rate / (rates[i] as number)))),
    cpuRatios: costs.slice(1).map(cost => (cost && ourCost ? wholeCost(cost) / ourCost : null)),
  }
}

/**
 * The rounds of one race when several starts share it (see `medianOf`): two starts of one program differ by up to a
 * tenth on short requests.
 */
export const partOf = ({ rounds, warmUp }: { rounds: number; warmUp: number }, starts: number) =>
  starts === 1 ? { rounds, warmUp } : { rounds: Math.ceil(rounds / starts), warmUp: warmUp / 2 }

export function medianOf(races: readonly Race[]): Race {
  const medians = (lists: readonly (readonly number[])[]) =>
    (lists[0] ?? []).map((_, i) => median(lists.map(list => list[i] as number)))
  const cpuRatios = (races[0]?.cpuRatios ?? []).map((_, i) => {
    const known = races.map(one => one.cpuRatios[i] ?? null).filter(ratio => ratio !== null)
    return known.length === 0 ? null : median(known)
  })
  return { rates: medians(races.map(one => one.rates)), ratios: medians(races.map(one => one.ratios)), cpuRatios }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1]! + sorted[middle]!) as number) / 2
}
