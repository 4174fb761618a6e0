// Starts workflows on records that come to meet the conditions of a trigger as a day begins, for each day since the last time.
import { seconds } from '../base/clock.ts'
import { dayOf } from '../entities/rules/occurrences.ts'
import { fromLocal } from '../fields/moment.ts'
import type { OperationContext } from '../operations/context.ts'
import { matchingPages } from './matching.ts'
import { Pace } from './pace.ts'
import { progressIn } from './progress.ts'
import { startOn } from './start-workflows.ts'
import { meetingBetween, part, passDay } from './statements.ts'
import { ownerContext, type Trigger, type TriggerParts, triggersOf, zoneOfDatabase } from './triggers.ts'

/** Days that are caught up at most. */
const mostDays = 366

/** Behind the identifiers of all records. */
const end = '\u{10ffff}'

interface DatabaseZone {
  readonly db: number
  readonly zone: string
}

/** Safe to run twice, also by two processes at once: a record comes to meet the conditions once a day. */
export async function startByDate(parts: TriggerParts, db: number): Promise<void> {
  const triggers = await triggersOf(parts, db)
  if (triggers.length === 0) return
  const { store, clock } = parts.operations
  const place = { db, zone: await zoneOfDatabase(parts, db) }
  const today = dayOf(seconds(clock), place.zone)
  const { day: last } = await progressIn(parts, { ...place, triggers })
  if (today <= last) return
  const dated = triggers.filter(({ isDated }) => isDated)
  for (let day = Math.max(last + 1, today - mostDays); day <= today; day++)
    for (const trigger of dated)
      if (dayOf(trigger.created, place.zone) < day) await judgeDay(parts, place, trigger, day)
  await store.write(tx => tx.run(passDay(store.dialect, { db, from: last, to: today })))
}

/** The epoch seconds at which a day begins. */
const beginOf = (day: number, zone: string): number =>
  fromLocal(Temporal.PlainDate.from('1970-01-01').add({ days: day }).toPlainDateTime(), zone)

async function judgeDay(parts: TriggerParts, place: DatabaseZone, trigger: Trigger, day: number): Promise<void> {
  const context = await ownerContext(parts, trigger, place)
  if (!context) return
  const { store } = context
  const { action } = trigger
  const { db } = place
  let from = ''
  for await (const { ids, isLast } of matchingPages(trigger, { ...context, now: beginOf(day, place.zone) })) {
    const to = isLast ? end : (ids.at(-1) ?? end)
    const met = new Set(ids)
    const known = (await store.rows(meetingBetween(store.dialect, { db, action, from, to }))).map(row => row.record)
    const gone = known.filter(record => !met.has(record))
    if (gone.length > 0) await store.write(tx => tx.run(part(store.dialect, { db, action, records: gone })))
    await startAll(trigger, context, day, [...met.difference(new Set(known))])
    from = to
  }
}

async function startAll(
  trigger: Trigger,
  context: OperationContext,
  day: number,
  ids: readonly string[],
): Promise<void> {
  const pace = new Pace()
  for (let i = 0; i < ids.length; ) {
    const records = new Map(ids.slice(i, i + pace.size).map(id => [id, 1]))
    await context.store.write(async tx => {
      const begun = performance.now()
      await startOn(tx, { trigger, context, day, records })
      pace.note(records.size, performance.now() - begun)
    })
    i += records.size
  }
}
