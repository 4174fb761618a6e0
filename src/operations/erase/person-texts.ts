// Finds the names, e-mail addresses and telephone numbers of a person, as they are and as they were.
import { fold } from '../../base/text/fold.ts'
import type { RecordRow } from '../../entities/entity.ts'
import type { Model } from '../../model/model.ts'
import type { Unit } from '../bin/delete-cascade.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { PersonTexts } from './traces.ts'

export interface Change {
  readonly Field: string
  readonly Before: unknown
  readonly After: unknown
}

/** The changes of a row of History. */
export const changesIn = ({ changes }: RecordRow): Change[] =>
  typeof changes === 'string' ? (JSON.parse(changes) as Change[]) : []

/** As many digits of a number are compared; it may be written with or without the code of its country. */
const comparedDigits = 9
/** A shorter number is found in other texts by chance. */
const fewestDigits = 6

const phoneEnd = (text: string): string => text.replace(/\D/g, '').slice(-comparedDigits)

export async function personTexts(rows: RowStore, model: Model, unit: Unit): Promise<PersonTexts> {
  const names = new Map<string, readonly [string, string]>()
  const [emails, phones] = [new Set<string>(), new Set<string>()]
  for (const [name, ids] of unit) {
    const { entity } = model.entity(name)
    if (!entity.erasable) continue
    for (const row of await rows.select(entity.table, { id: [...ids] })) {
      const words = entity.searchWords?.(row)
      for (const email of words?.emails ?? []) if (email) emails.add(fold(email))
      for (const phone of words?.phones ?? []) phones.add(phoneEnd(phone))
      const [first, last] = [fold(String(row.first_name ?? '')).trim(), fold(String(row.last_name ?? '')).trim()]
      if (first !== '' && last !== '') names.set(`${first}\n${last}`, [first, last])
    }
    for (const row of await rows.select('history', { parent_kind: name, parent_id: [...ids] }))
      for (const { Field, Before, After } of changesIn(row))
        for (const value of [Before, After]) {
          if (typeof value !== 'string') continue
          if (/^email/i.test(Field)) emails.add(fold(value))
          if (/^phone/i.test(Field)) phones.add(phoneEnd(value))
        }
  }
  const long = [...phones].filter(digits => digits.length >= fewestDigits)
  return { names: [...names.values()], emails: [...emails].filter(email => email !== ''), phones: long }
}
