// Gives a component the values of History in the form in which a Read shows them.
import { useWorkspace } from '../api/workspace.tsx'
import type { Field } from './field.ts'
import { type Choice, useOptions, useRecordLabels } from './parts/options.ts'
import { isListed, isReference, keysIn, labelled, readForm } from './recorded.ts'

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
