// Defines the kind for one of a few words that the entity file names, such as the Type of an entry.
import { type Message, refuse } from '../../base/errors.ts'
import { excerpt, firstMember, isObject } from '../../base/text/json.ts'
import { column } from '../../storage/table.ts'
import { wrongType } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import { textOutput } from '../output.ts'
import { valuePart } from '../part.ts'
import { codeType } from '../types.ts'
import type { ValueType } from '../value-type.ts'

export function choice(spec: Traits & { values: readonly string[] }): Field {
  const { values, ...traits } = spec
  const listed = `one of ${values.join(', ')}`
  const canonical = (word: string): string | undefined => values.find(v => v.toLowerCase() === word.toLowerCase())
  const source = { items: values.map(v => ({ key: v, name: v })) }
  const type: ValueType = {
    ...codeType,
    options: { source, by: 'key' },
    bind: (literal, path, context) => {
      const bare = isObject(literal) ? firstMember(literal, 'Key', 'Value') : literal
      const bound = codeType.bind(bare, path, context) as string
      const message: Message = suggest =>
        `${path} is compared with ${listed}, not ${excerpt(bound)}.${suggest(bound, values)}`
      return canonical(bound) ?? refuse('UnknownOption', path, message)
    },
  }
  return {
    traits,
    schema: { type: 'EnumField<StringItem>', hasOption: true },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const inner = { output: textOutput({ join, column: c }), operand: { type, sources: [{ join, column: c }] } }
      const parts = ['Key', 'Value', 'Name', 'DisplayValue'].map(sub => valuePart(sub, inner))
      return valuePart(name, { ...inner, arrayOfOne: true }, ...parts)
    },
    parse: (value, c, _list, context) => {
      const bare = isObject(value) ? firstMember(value, 'Key', 'Value') : value
      if (bare === null || bare === '') return { columns: { [c]: null } }
      if (typeof bare !== 'string') return wrongType(context, listed, value)
      const word = canonical(bare)
      if (word !== undefined) return { columns: { [c]: word } }
      context.problems.add(
        'UnknownOption',
        context.path,
        suggest => `${context.path} is ${listed}, not ${excerpt(bare)}.${suggest(bare, values)}`,
      )
      return null
    },
    optionSource: source,
  }
}
