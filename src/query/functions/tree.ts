// Implements $TREE: converts the path that a criterion on Schema names to the prefix of the keys below it.
import { refuse } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import { nameOf } from '../../base/text/json.ts'
import type { Model } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'

/** `/` is the whole tree; `/AbEntry` the entity and its fields; `/AbEntry/Udf` those that administrators defined. */
export function treePrefix(literal: unknown, model: Model, path: string): string {
  if (typeof literal !== 'string') {
    return refuse('WrongType', path, `${path} takes a path such as "/AbEntry", not ${nameOf(literal)}.`)
  }
  const [name = '', ...rest] = splitPath(literal.trim().replace(/^\/+|\/+$/g, ''))
  if (name === '') return '/'
  const entity = model.findMember(name)
  if (!entity) {
    const known = [...model.entities.map(e => e.name), model.schema.name]
    return refuse('UnknownEntity', path, suggest => `There is no entity ${name}.${suggest(name, known)}`)
  }
  const [field] = rest
  if (field !== undefined && !/^udf$/i.test(field) && !entity.field(field)) {
    refuse('UnknownField', path, entity.unknownField(field))
  }
  return fold(`/${[entity.name, ...rest].join('/')}/`)
}

/** Whether a key is at the root of the subtree or below it. */
export const isBelow = (key: string, prefix: string): boolean => `${key}/`.startsWith(prefix)
