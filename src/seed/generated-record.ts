// A made-up record, as the API would be sent it, with who wrote it and when.

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

/** What the makers of records share. */
export interface Making {
  readonly random: Random
  readonly ground: ReferenceData
  readonly newId: () => string
  /** The last midnight, from which all dates are reckoned, so that a day's runs are alike. */
  readonly today: number
  /** From 0, the first record of all, to 1, the last: later ones are younger, as their keys are. */
  readonly progress: number
}

export const day = 86_400

/** The longest that a made-up record has been there. */
export const oldestDays = 1_100

/** The key of a record of a kind that is known from the field. */
export const refer = (id: string): { ID: string } => ({ ID: id })

/** How many days ago the making has come to, give or take a week. */
export const currentDays = ({ random, progress }: Making): number =>
  Math.max(0, Math.floor(oldestDays * (1 - progress)) - random.between(0, 7))

/** Some of those days later: most things happen in the first months. */
export const daysAfter = ({ random }: Making, daysAgo: number): number =>
  random.chance(0.8) ? Math.max(0, daysAgo - random.between(0, 90)) : random.between(0, daysAgo)

/** A working hour of a day that many days before today. */
export const workingTime = ({ random, today }: Making, daysAgo: number): number =>
  today - daysAgo * day + random.between(8 * 12, 17 * 12) * 300
