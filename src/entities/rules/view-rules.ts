// Checks the entity and the paths of a view, and that only its creator or an administrator shares and locks it.
import type { EntityRules, RuleContext } from './types.ts'

const most = 500

export const viewRules: EntityRules = {
  before: async write => {
    const entity = checkEntity(write)
    if (entity !== null) checkPaths(write, entity)
    if (write.creating) await checkNumber(write)
    else checkOwner(write)
  },
}

function checkEntity({ row, path, problem, entityNamed }: RuleContext): string | null {
  if (typeof row.entity !== 'string') return null
  const name = entityNamed(row.entity)
  if (name === null) problem('UnknownEntity', 'Entity', `${path}.Entity: there is no entity ${row.entity}.`)
  else row.entity = name
  return name
}

/** Checks only lists that were sent: a field of a stored list may have been removed since. */
function checkPaths({ sent, row, path, problems, whyNoField }: RuleContext, entity: string): void {
  const check = (list: 'Columns' | 'OrderBy', stored: unknown, pathOf: (element: object) => string) => {
    if (!sent(list) || typeof stored !== 'string') return
    for (const [i, element] of (JSON.parse(stored) as object[]).entries()) {
      const why = whyNoField(entity, pathOf(element))
      const here = `${path}.${list}[${i}]`
      if (why !== null) problems.add('UnknownField', here, `${here}: ${why}`)
    }
  }
  check('Columns', row.columns, element => (element as { Field: string }).Field)
  check('OrderBy', row.order_by, element => Object.keys(element)[0] ?? '')
}

async function checkNumber(write: RuleContext): Promise<void> {
  const { path, problems } = write
  const owner = String(write.row.creator ?? write.uid)
  const own = await write.findBy('View', 'creator', owner, most)
  if (own.length < most) return
  problems.add('LimitExceeded', path, `${path}: a user has at most ${most} views, and ${owner} has as many.`)
}

function checkOwner({ before, row, uid, admin, path, problem }: RuleContext): void {
  if (admin || before.creator === uid) return
  for (const [field, column] of Object.entries({ Shared: 'shared', Locked: 'locked' })) {
    if (row[column] === before[column]) continue
    problem('AccessDenied', field, `${path}.${field}: its creator or an administrator changes this.`)
  }
}
