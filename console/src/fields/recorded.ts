// Makes values as a Read gives them from the plain form in which History has them: keys get their names, dates their text.
import type { Field } from './field.ts'

export const keysIn = (plain: unknown): readonly string[] =>
  (Array.isArray(plain) ? plain : [plain]).flatMap(one => (one === null || one === undefined ? [] : [String(one)]))

export const labelled = (plain: unknown, label: (key: string) => string | undefined): unknown => {
  if (Array.isArray(plain)) return plain.map(one => labelled(one, label))
  if (plain === null || plain === undefined || typeof plain === 'object') return plain ?? null
  return { Key: plain, DisplayValue: label(String(plain)) ?? String(plain) }
}

export const isListed = ({ kind }: Field): boolean => ['option', 'options', 'user'].includes(kind)
export const isReference = ({ kind }: Field): boolean => ['reference', 'references'].includes(kind)

const textMembers: Readonly<Record<string, string>> = { phone: 'Number', email: 'Address' }

export function readForm({ kind }: Field, plain: unknown, culture: string, timeZone: string): unknown {
  if (plain === null || plain === undefined) return null
  if (kind === 'date' || kind === 'day' || kind === 'dateTime') {
    const moment = new Date(String(plain))
    const options: Intl.DateTimeFormatOptions = {
      dateStyle: 'medium',
      timeZone: kind === 'date' ? 'UTC' : timeZone,
      ...(kind === 'dateTime' ? { timeStyle: 'short' } : {}),
    }
    return { Value: plain, DisplayValue: new Intl.DateTimeFormat(culture, options).format(moment) }
  }
  if (kind === 'money') return { Value: plain, DisplayValue: new Intl.NumberFormat(culture).format(Number(plain)) }
  const member = textMembers[kind]
  if (member === undefined) return plain
  const whole = typeof plain === 'object' ? (plain as Readonly<Record<string, unknown>>) : { [member]: plain }
  return { ...whole, DisplayValue: whole[member] }
}
