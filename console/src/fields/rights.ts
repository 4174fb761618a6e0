// Says what the caller may do with a record.
import type { Body, Row } from '../api/envelope.ts'
import type { EntityModel } from '../api/model.ts'

export interface Rights {
  readonly update: boolean
  readonly delete: boolean
}

interface Status {
  readonly Write?: boolean
  readonly CanUpdate?: boolean
  readonly CanDelete?: boolean
}

/** What a Read selects to know it, as far as the entity tells. */
export function rightsScope(model: EntityModel): Body {
  const told = ['Write', 'CanUpdate', 'CanDelete'].filter(member => model.field(`SecStatus/${member}`))
  return told.length > 0 ? { SecStatus: Object.fromEntries(told.map(member => [member, 1])) } : {}
}

/** Where the server does not tell, one may try. */
export function rightsIn(record: Row, { operations }: EntityModel): Rights {
  const { Write = true, CanUpdate = Write, CanDelete = Write } = (record.SecStatus ?? {}) as Status
  return {
    update: CanUpdate && operations.includes('Update'),
    delete: CanDelete && operations.includes('Delete'),
  }
}
