// Defines the kind for a list of words, stored as written and compared without regard to letter case and accents.
import { fold } from '../../base/text/fold.ts'
import { asList } from '../../base/text/json.ts'
import type { Scalar } from '../../storage/store.ts'
import { required } from '../../storage/table.ts'
import { at, bareValue, checkText } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import type { OptionSource } from '../option-source.ts'
import { textOutput } from '../output.ts'
import { rootJoin, valuePart } from '../part.ts'
import { textType } from '../types.ts'
import { itemTable } from './options.ts'

/** `optionSource` lists the usual words; others are refused by a rule of the entity, if at all. */
export function words(spec: Traits & { max: number; optionSource?: OptionSource }): Field {
  const { max, optionSource, ...traits } = spec
  return {
    traits,
    schema: { type: 'ListField<String>', attributes: { MaxLength: max }, hasOption: optionSource !== undefined },
    columns: () => [],
    // The item is the folded word, so that the list has each word once.
    list: (table, owner) => itemTable(table, 'text', owner, [required('word', 'text')]),
    part: ({ name, listTable: table }) => {
      const root = rootJoin(table)
      const output = textOutput({ join: root, column: 'word' })
      const word = { output, operand: { type: textType, sources: [{ join: root, column: 'item' }] } }
      return {
        shape: 'list',
        name,
        table,
        root,
        owner: 'owner',
        element: valuePart(name, word, valuePart('Value', word)),
      }
    },
    parse: (value, _c, table, context) => {
      const rows = new Map<string, Record<string, Scalar>>()
      let fine = true
      asList(value).forEach((element, i) => {
        const word = checkText(bareValue(element), max, Array.isArray(value) ? at(context, `[${i}]`) : context)
        if (word === undefined) fine = false
        else if (word !== null && !rows.has(fold(word))) {
          rows.set(fold(word), { position: rows.size, item: fold(word), word })
        }
      })
      return fine ? { columns: {}, lists: [{ table, owner: 'owner', rows: [...rows.values()] }] } : null
    },
    ...(optionSource === undefined ? {} : { optionSource }),
  }
}
