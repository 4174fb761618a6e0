// Keeps the reverse row of a relation equal to the relation itself.
import type { Row } from '../../storage/store.ts'
import type { EntityRules } from './types.ts'

/** The columns that both rows of a relation share. */
const shared = ['relation_type', 'description', 'description_f', 'modified', 'modified_by', 'version']

const sharedColumns = (row: Readonly<Row>): Row => Object.fromEntries(shared.map(name => [name, row[name] ?? null]))

export const relatedEntryRules: EntityRules = {
  before: write => {
    const { creating, row } = write
    if (!creating) return
    row.reverse_related_entry_key = write.newId()
    if (typeof row.to_key === 'string' && row.to_key === row.from_key) {
      write.problem('RuleViolated', 'ToKey', `${write.path}.ToKey: an entry cannot be related to itself.`)
    }
  },
  after: async ({ creating, id, row, insert, change }) => {
    const reverse = row.reverse_related_entry_key as string
    if (!creating) return change('RelatedEntry', reverse, sharedColumns(row))
    const { from_key = null, to_key = null, creator = null, created = null } = row
    await insert('RelatedEntry', {
      ...sharedColumns(row),
      id: reverse,
      from_key: to_key,
      to_key: from_key,
      reverse_related_entry_key: id,
      creator,
      created,
    })
  },
}
