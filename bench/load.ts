// Sends load requests to the load process and runs the rounds of several contenders in turns.
import type { ChildProcess } from 'node:child_process'
import { helper } from './children.ts'
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

export interface Race {
  /** Requests per second of each contender, the median of the rounds. */
  readonly rates: readonly number[]
  /** The first contender's rate relative to each other's, the median of the rounds' ratios. */
  readonly ratios: readonly number[]
}

export async function race(
  load: Load,
  contenders: readonly LoadRequest[],
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Race> {
  for (const contender of contenders) await load.run({ ...contender, seconds: warmUp })
  const rates: number[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) rates[i]?.push((await load.run(contender)).rate)
  }
  const [ours, ...others] = rates as [number[], ...number[][]]
  return {
    rates: rates.map(median),
    ratios: others.map(theirs => median(ours.map((rate, i) => rate / (theirs[i] as number)))),
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
  return { rates: medians(races.map(one => one.rates)), ratios: medians(races.map(one => one.ratios)) }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1]! + sorted[middle]!) as number) / 2
}
