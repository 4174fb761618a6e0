// Says what the caller may do with a record.
import type { Body, Row } from '../api/envelope.ts'
import type { EntityModel } from '../api/schema.ts'

export interface Rights {
  readonly update: boolean
  readonly delete: boolean
}

interface Status {
  readonly Write?: boolean
  readonly CanUpdate?: boolean
  readonly CanDelete?: boolean
}

/** What a Read selects to know the rights, as far as the entity has them. */
export function rightsScope(model: EntityModel): Body {
  const members = ['Write', 'CanUpdate', 'CanDelete'].filter(member => model.field(`SecStatus/${member}`))
  return members.length > 0 ? { SecStatus: Object.fromEntries(members.map(member => [member, 1])) } : {}
}

/** Without a word of the server everything may be tried. */
export function rightsIn(record: Row, { operations }: EntityModel): Rights {
  const { Write = true, CanUpdate = Write, CanDelete = Write } = (record.SecStatus ?? {}) as Status
  return {
    update: CanUpdate && operations.includes('Update'),
    delete: CanDelete && operations.includes('Delete'),
  }
}
