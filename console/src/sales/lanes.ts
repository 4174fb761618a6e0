// Declares the lanes of the board: one for each stage of a sales process, and one for each way in which a sale ends.
import type { Body, Row } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import type { Stage } from '../api/sales-processes.ts'

export const closedStatuses = { won: 3, lost: 4, abandoned: 5 } as const
export const inProgress = 2

export type ClosedName = keyof typeof closedStatuses

export interface Lane {
  /** The key of the stage, or the name of the end. */
  readonly id: string
  readonly title: string
  /** Null for a lane of closed sales. */
  readonly stage: Stage | null
  readonly criteria: Body
}

export const stageLane = (stage: Stage): Lane => ({
  id: stage.key,
  title: stage.name,
  stage,
  criteria: { SalesStageSetupKey: { $EQ: stage.key }, Status: { $IN: openStatuses } },
})

export const closedLane = (name: ClosedName, title: string): Lane => ({
  id: name,
  title,
  stage: null,
  criteria: { Status: { $EQ: closedStatuses[name] } },
})

const statusOf = (fields: Row): number => Number((fields.Status as { Key?: unknown } | null)?.Key)

export const closedNameOf = (status: number): ClosedName | undefined =>
  (Object.keys(closedStatuses) as ClosedName[]).find(name => closedStatuses[name] === status)

/** The lane in which a card with these fields lies. */
export const laneOf = (fields: Row): string => closedNameOf(statusOf(fields)) ?? String(fields.SalesStageSetupKey)

/** The values that end a sale. One that is won without an amount is won for the forecast. */
export function changesForEnd(end: ClosedName, title: string, fields: Row): Row {
  const Status = { Key: closedStatuses[end], DisplayValue: title }
  const isAmountMissing = end === 'won' && (fields.ActualRevenue ?? null) === null && fields.ForecastRevenue
  return isAmountMissing ? { Status, ActualRevenue: fields.ForecastRevenue } : { Status }
}

/** The values that bring a card into a lane. */
export function changesFor({ id, title, stage }: Lane, fields: Row): Row {
  if (stage === null) return changesForEnd(id as ClosedName, title, fields)
  const isClosed = closedNameOf(statusOf(fields)) !== undefined
  return { SalesStageSetupKey: stage.key, ...(isClosed ? { Status: { Key: inProgress, DisplayValue: '' } } : {}) }
}

type AgeState = 'inTime' | 'soon' | 'over'

/** How the age of a card compares with the target of its stage; null when there is no target. */
export function ageState(days: number, target: number): AgeState | null {
  if (target <= 0) return null
  return days > target ? 'over' : days >= target * 0.75 ? 'soon' : 'inTime'
}
