// Declares a generated record and the context of its generators.

import type { Random } from './random.ts'
import type { ReferenceData } from './reference-data.ts'

export interface GeneratedRecord {
  readonly entity: string
  readonly id: string
  /** Epoch seconds. */
  readonly at: number
  readonly uid: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The values that all generators of records share. */
export interface GeneratorContext {
  readonly random: Random
  readonly referenceData: ReferenceData
  readonly newId: () => string
  /** The last midnight, on which all dates are based, so that two runs of one day give the same data. */
  readonly today: number
  /** From 0 for the first record to 1 for the last; later records have younger dates, as their keys do. */
  readonly progress: number
}

export const day = 86_400

/** The age of the oldest record. */
export const oldestDays = 1_100

/** A reference to a record whose entity follows from the field. */
export const refer = (id: string): { ID: string } => ({ ID: id })

/** The age in days that corresponds to the progress, give or take a week. */
export const currentDays = ({ random, progress }: GeneratorContext): number =>
  Math.max(0, Math.floor(oldestDays * (1 - progress)) - random.between(0, 7))

/** A later day than `daysAgo`; most activities follow within three months. */
export const daysAfter = ({ random }: GeneratorContext, daysAgo: number): number =>
  random.chance(0.8) ? Math.max(0, daysAgo - random.between(0, 90)) : random.between(0, daysAgo)

/** The age in days of something that is still under way: a few weeks, and no more than `most`. */
export const recentDays = ({ random }: GeneratorContext, most: number): number =>
  Math.min(most, random.pick([1, 2, 3, 5, 8, 13, 21, 34]) - random.between(0, 1))

/** A time within working hours, `daysAgo` days before today. */
export const workingTime = ({ random, today }: GeneratorContext, daysAgo: number): number =>
  today - daysAgo * day + random.between(8 * 12, 17 * 12) * 300
