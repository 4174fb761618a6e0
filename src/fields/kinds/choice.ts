// Defines the kind for one of a few words that the entity file names, such as the Type of an entry.
import { firstMember, isObject } from '../../base/json.ts'
import { column } from '../../storage/table.ts'
import { wrongType } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import { textOutput } from '../output.ts'
import { valuePart } from '../part.ts'
import { codeType } from '../types.ts'
import type { ValueType } from '../value-type.ts'

export function choice(spec: Traits & { values: readonly string[] }): Field {
  const { values, ...traits } = spec
  const canonical = (word: string): string | undefined => values.find(v => v.toLowerCase() === word.toLowerCase())
  const type: ValueType = {
    ...codeType,
    bind: (literal, path, context) => {
      const bound = codeType.bind(literal, path, context) as string
      return canonical(bound) ?? bound
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
      if (typeof bare !== 'string') return wrongType(context, `one of ${values.join(', ')}`, value)
      const word = canonical(bare)
      if (word !== undefined) return { columns: { [c]: word } }
      context.problems.add(
        'UnknownOption',
        context.path,
        `${context.path} is one of ${values.join(', ')}, not "${bare}".`,
      )
      return null
    },
    optionSource: { items: values.map(v => ({ key: v, name: v })) },
  }
}
