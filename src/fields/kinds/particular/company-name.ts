// Defines the kind for CompanyName. A contact stores a copy of its parent's, visible to callers who may read the parent.
import type { Field, Traits } from '../../field.ts'
import { textOutput } from '../../output.ts'
import { displayedPart, joinById } from '../../part.ts'
import { textType } from '../../types.ts'
import { text } from '../text.ts'

/** A hidden column of a contact: everyone may read its parent. 0 says nothing, so that the parent is looked up. */
export const companyNameOpen = 'company_name_open'

export function companyName(spec: Traits & { max: number }): Field {
  const plain = text(spec)
  return {
    ...plain,
    part: ({ name, join, column: c }) => {
      const link = { join, column: 'parent_key' }
      const parent = joinById(join, 'parent_key', 'ab_entry', 'parent_key', 'AbEntry')
      const guard = { join: parent, link, open: { join, column: companyNameOpen } }
      const output = textOutput({ join, column: c, guard })
      const operand = { type: textType, sources: [{ join, column: `${c}_f` }], guard }
      const value = { output, operand }
      return displayedPart(name, value)
    },
  }
}
