// Parses the options of the bench.
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

export interface BenchOptions {
  readonly quick: boolean
  /** Runs the cases whose names contain one of these texts; all when empty. */
  readonly only: readonly string[]
  /** Entries of the store of most cases, and of the two stores that the flatness cases compare. */
  readonly size: number
  readonly small: number
  readonly large: number
  readonly seconds: number
  readonly rounds: number
  /** Seconds of load before the first round, for JIT compilation and caches. */
  readonly warmUp: number
  readonly connections: number
  readonly postgres: boolean
  /** The address of a PostgreSQL server to measure instead of the server that the tests start. */
  readonly postgresServer: string | null
  /** Runs the flatness cases on PostgreSQL too, whose large store takes minutes to fill. */
  readonly postgresFlat: boolean
  /** Writes the capacity page: rates by these numbers of workers, and many tenants in one store. */
  readonly capacity: boolean
  readonly workers: readonly number[]
  readonly tenants: number
  readonly data: string
  /** Instead of measuring speed: what one Read executes, in the checkout of this folder. */
  readonly executed: string | null
}

export const usage = `npm run bench -- [options]

  --quick              smaller stores and shorter rounds: under a minute once the stores are there
  --only=a,b           cases whose names contain one of these words
  --size=N             entries of the store of most cases (100000)
  --small=N --large=N  entries of the stores that flatness compares (10000, 1000000); --large: rows of the import
  --seconds=S          length of one round (0.5)
  --rounds=N           rounds of each contender, taken in turns; medians are shown (21)
  --warm-up=S          how long each contender runs before its first round (4)
  --connections=N      connections of the load (16)
  --no-postgres        SQLite alone
  --postgres-server=URL  a server of yours instead of the tests' own; its databases are kept there
  --postgres-flat      flatness on PostgreSQL too, whose store of a million entries takes minutes to fill
  --capacity           instead: all that docs/explanations/capacity.md shows, and writes that page
                       --only: rates, compared, tenants, bytes, memory; the others keep their figures
  --workers=1,2        ... numbers of workers (1, 2, 4, 8 and that of processors)
  --tenants=N          ... tenants of 100 entries in one store (10000)
  --data=DIR           where seeded stores are kept between runs

  --executed           instead: the files, functions and lines that one warm by-key Read executes (V8 coverage)
  --checkout=DIR       ... in another checkout, with its dependencies installed, to compare
`

function workersOf(text: string | undefined): number[] {
  const counts = text === undefined ? [1, 2, 4, 8, availableParallelism()] : text.split(',').map(Number)
  if (!counts.every(count => Number.isInteger(count) && count > 0))
    throw new Error(`${text} are not numbers of workers`)
  return [...new Set(counts)].sort((a, b) => a - b)
}

export function readOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      size: { type: 'string' },
      small: { type: 'string' },
      large: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      'warm-up': { type: 'string' },
      connections: { type: 'string' },
      'no-postgres': { type: 'boolean', default: false },
      'postgres-server': { type: 'string' },
      'postgres-flat': { type: 'boolean', default: false },
      capacity: { type: 'boolean', default: false },
      workers: { type: 'string' },
      tenants: { type: 'string' },
      data: { type: 'string', default: join(tmpdir(), 'clientele-bench') },
      executed: { type: 'boolean', default: false },
      checkout: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const { quick } = values
  const number = (text: string | undefined, usual: number, brief: number): number => {
    const value = text === undefined ? (quick ? brief : usual) : Number(text)
    if (!(value > 0)) throw new Error(`${text} is not a number above 0`)
    return value
  }
  return {
    quick,
    only: values.only === '' ? [] : values.only.split(','),
    size: number(values.size, 100_000, 10_000),
    small: number(values.small, 10_000, 1_000),
    large: number(values.large, 1_000_000, 10_000),
    // Short rounds in turns, so that a disturbance of a shared machine affects both contenders.
    seconds: number(values.seconds, 0.5, 0.15),
    rounds: number(values.rounds, 21, 2),
    warmUp: number(values['warm-up'], 4, 0.2),
    connections: number(values.connections, 16, 16),
    postgres: !values['no-postgres'],
    postgresServer: values['postgres-server'] ?? null,
    postgresFlat: values['postgres-flat'],
    capacity: values.capacity,
    workers: workersOf(values.workers),
    tenants: number(values.tenants, 10_000, 100),
    data: values.data,
    executed: values.executed ? values.checkout : null,
  }
}
