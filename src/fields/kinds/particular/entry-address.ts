// Defines the kind for the default address of an entry: a copy of one of its Address records, with the key of the record.
import { isObject, member } from '../../../base/text/json.ts'
import { column } from '../../../storage/table.ts'
import { at } from '../../checks.ts'
import type { Field, ParseContext, Traits } from '../../field.ts'
import { outputOf } from '../../output.ts'
import { type ValuePart, valuePart } from '../../part.ts'
import { address } from '../address.ts'
import { flag } from '../flag.ts'
import { wholeOutput } from '../object.ts'
import { keyPart, readKey } from '../reference.ts'

const keyColumn = (c: string): string => `${c}_key`

export function entryAddress(spec: Traits): Field {
  const inner = address(spec)
  return {
    ...inner,
    columns: c => [...inner.columns(c), column(keyColumn(c), 'text')],
    part: place => {
      const source = { join: place.join, column: keyColumn(place.column) }
      const whole = inner.part(place) as ValuePart
      const members = [...whole.parts.values()]
      const parts = [
        keyPart('Key', source, 'Address'),
        ...members.slice(0, -1),
        valuePart('Default', { output: outputOf(source, () => 'true'), doc: 'True: this is the main address.' }),
        ...members.slice(-1),
      ]
      // The records of a group share no key of an address; there the columns decide.
      const presence = [source, ...(whole.presence ?? [])]
      return valuePart(place.name, { output: wholeOutput(parts), presence }, ...parts)
    },
    parse: (value, c, list, context) => {
      if (!isObject(value)) return inner.parse?.(value, c, list, context) ?? null
      const fine = checkKey(value, c, context) && checkDefault(value, context)
      const parsed = inner.parse?.(value, c, list, context) ?? null
      return fine ? parsed : null
    },
  }
}

/** A client may send the key of the default address back. On Create it is ignored: the copy of an entry gets its own address. */
function checkKey(value: Record<string, unknown>, c: string, context: ParseContext): boolean {
  const here = at(context, 'Key')
  const key = readKey(member(value, 'Key') ?? null, ['Address'], here)
  if (key === undefined) return false
  if (key === null || context.creating || key.id === context.current[keyColumn(c)]) return true
  const message = `${here.path} is not the key of the default address; write the other addresses by Update of Address.`
  context.problems.add('Unchangeable', here.path, message)
  return false
}

const mark = flag({ doc: '' })

/** The first address of an entry is its default, whatever Default says. Later another address must become the default. */
function checkDefault(value: Record<string, unknown>, context: ParseContext): boolean {
  const here = at(context, 'Default')
  const parsed = mark.parse?.(member(value, 'Default') ?? null, 'default', '', here)
  if (!parsed) return false
  if (context.creating || parsed.columns.default !== 0) return true
  context.problems.add('RuleViolated', here.path, `${here.path}: make another address the default one instead.`)
  return false
}
