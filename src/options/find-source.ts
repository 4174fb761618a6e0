// Resolves a name of a FieldOptions request to the source of that field's options.
import { Refusal, refuse } from '../base/errors.ts'
import type { OptionSource } from '../fields/option-source.ts'
import { ownOptions } from '../fields/part-access.ts'
import type { Model, ModelEntity } from '../model/model.ts'
import { cursorAt, resolve } from '../model/resolve.ts'

/** Sub-fields that show the same value as their field, and so have its options. */
const valueSubFields = new Set(['key', 'value', 'uid', 'name', 'displayvalue'])

/** Whether a sub-field has options of its own, as SecAccess/Read has. */
export function hasOwnOptions(model: Model, entity: ModelEntity, name: string): boolean {
  try {
    return ownOptions(resolve(model, cursorAt(entity), name, name).part) !== undefined
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export function findSource(model: Model, entity: ModelEntity, name: string, path: string): OptionSource {
  const { part, field } = resolve(model, cursorAt(entity), name, path)
  const whole = part.name === field.name || valueSubFields.has(part.name.toLowerCase())
  const source = ownOptions(part) ?? (whole ? field.field.optionSource : undefined)
  return source ?? refuse('NotSelectable', path, `${name} of ${entity.name} has no options.`)
}
