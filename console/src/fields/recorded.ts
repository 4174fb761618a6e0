// Makes values as they are read from the plain form in which History has them: keys get their names, dates their text.
import { useWorkspace } from '../api/workspace.tsx'
import type { Field } from './field.ts'
import { type Choice, useOptions, useRecordLabels } from './parts/options.ts'

const keysIn = (plain: unknown): readonly string[] =>
  (Array.isArray(plain) ? plain : [plain]).flatMap(one => (one === null || one === undefined ? [] : [String(one)]))

const labelled = (plain: unknown, label: (key: string) => string | undefined): unknown => {
  if (Array.isArray(plain)) return plain.map(one => labelled(one, label))
  if (plain === null || plain === undefined || typeof plain === 'object') return plain ?? null
  return { Key: plain, DisplayValue: label(String(plain)) ?? String(plain) }
}

const isListed = ({ kind }: Field): boolean => ['option', 'options', 'user'].includes(kind)
const isReference = ({ kind }: Field): boolean => ['reference', 'references'].includes(kind)

/** Values of a field as History has them, in the form in which a Read shows them and an edit takes them. */
export function useRecorded(field: Field, plain: readonly unknown[]): readonly unknown[] {
  const { culture, timeZone } = useWorkspace().session
  const { choices } = useOptions(field, {}, 'Key', isListed(field))
  const keys = isReference(field) ? plain.flatMap(keysIn) : []
  const labels = useRecordLabels(field.refersTo, keys)
  if (isListed(field)) return plain.map(one => labelled(one, key => labelIn(choices, key)))
  if (isReference(field)) return plain.map(one => labelled(one, key => labels.get(key)))
  return plain.map(one => readForm(field, one, culture, timeZone))
}

const labelIn = (choices: readonly Choice[], wanted: string): string | undefined =>
  choices.find(({ key }) => key === wanted)?.label

const textMembers: Readonly<Record<string, string>> = { phone: 'Number', email: 'Address' }

function readForm({ kind }: Field, plain: unknown, culture: string, timeZone: string): unknown {
  if (plain === null || plain === undefined) return null
  if (kind === 'date' || kind === 'dateTime') {
    const moment = new Date(String(plain))
    const options =
      kind === 'date' ? { dateStyle: 'medium', timeZone: 'UTC' } : { dateStyle: 'medium', timeStyle: 'short', timeZone }
    return {
      Value: plain,
      DisplayValue: new Intl.DateTimeFormat(culture, options as Intl.DateTimeFormatOptions).format(moment),
    }
  }
  if (kind === 'money') return { Value: plain, DisplayValue: new Intl.NumberFormat(culture).format(Number(plain)) }
  const member = textMembers[kind]
  if (member === undefined) return plain
  const whole = typeof plain === 'object' ? (plain as Readonly<Record<string, unknown>>) : { [member]: plain }
  return { ...whole, DisplayValue: whole[member] }
}
