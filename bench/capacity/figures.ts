// Declares what the capacity run measures, as it is stored in results/capacity.json.

export type Kind = 'by key' | 'page of 50' | '$PHRASE top 20' | 'Create'
export const kinds: readonly Kind[] = ['by key', 'page of 50', '$PHRASE top 20', 'Create']

export interface Measured {
  readonly engine: 'sqlite' | 'postgres'
  readonly kind: Kind
  readonly workers: number
  /** Answers per second. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
  /** Milliseconds of processor time for each request; the store's is null where it runs in the server. */
  readonly serverMs: number
  readonly storeMs: number | null
}

/** A case of the bench that ran with the rest. */
export interface Compared {
  readonly name: string
  readonly store: string
  readonly against: string
  readonly ratio: number
  /** The other's processor time relative to ours; null where it was not measured. */
  readonly cpuRatio: number | null
}

export interface Bytes {
  readonly engine: 'sqlite' | 'postgres'
  /** The store for each entry, with what the seed adds to it (interactions and so on), all indexes included. */
  readonly perEntry: number
  /** By which a Create of an entry grows the store: record, words, history and event. */
  readonly perCreate: number
  /** The row of the event log, with its indexes. */
  readonly perEvent: number
}

export interface ManyTenants {
  readonly engine: 'sqlite' | 'postgres'
  readonly tenants: number
  readonly entries: number
  /** Reads by key over all tenants to those of one tenant, on the same server. */
  readonly ratio: number
  readonly megabytes: number
  /** By which a tenant that is in use, with one token, grows the server. */
  readonly kilobytesPerTenant: number
}

export interface CapacityFigures {
  readonly date: string
  readonly machine: {
    readonly processors: number
    readonly model: string
    readonly memoryMb: number
    readonly node: string
    /** The load average when the run began. */
    readonly load: number
  }
  readonly entries: number
  readonly connections: number
  readonly measured: readonly Measured[]
  readonly compared: readonly Compared[]
  readonly idleMegabytes: number
  readonly kilobytesPerThousandTokens: number
  readonly bytes: readonly Bytes[]
  readonly manyTenants: readonly ManyTenants[]
}
