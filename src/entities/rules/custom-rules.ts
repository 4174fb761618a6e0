// Checks the set-ups of custom entities, and that each of their records is of the right entity and has the right parent.
import { foldedPair } from '../../fields/kinds/text.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Row } from '../../storage/store.ts'
import { customLevels } from '../entity.ts'
import { defaultUser } from './default-user.ts'
import type { BinContext, EntityRules, RuleContext } from './types.ts'

const mostSetups = 100

/** The entities of the product that custom ones can belong to. */
export const customParents: readonly string[] = ['AbEntry', 'Opportunity']

export const customSetupRules: EntityRules = {
  before: async write => {
    const { row, creating } = write
    if (typeof row.plural_name !== 'string') Object.assign(row, foldedPair('plural_name', String(row.name ?? '')))
    // One writer of set-ups at a time, since each is checked against the others.
    await write.alone('CustomSetup')
    if (!creating) return
    Object.assign(row, foldedPair('record_type', `Custom:${row.tag}`))
    await checkTag(write)
    await settleParent(write)
    const all = await write.rowsOf('custom_setup', { deleted: null })
    if (all.length < mostSetups) return
    const message = `${write.path}: a database has at most ${mostSetups} custom entities.`
    write.problems.add('LimitExceeded', write.path, message)
  },
  after: publish,
  beforeDelete: async bin => {
    await bin.alone('CustomSetup')
    const here = `${bin.path}.Key`
    const where = { custom_setup_key: bin.id, deleted: null }
    const records = (await bin.count('custom', where)) + (await bin.count('custom_child', where))
    if (records > 0) {
      const what = records === 1 ? 'is 1 record' : `are ${records} records`
      bin.problems.add('ItemInUse', here, `${here}: there ${what} of "${bin.row.name}"; delete them first.`)
    }
    const parts = await bin.findBy('CustomSetup', 'parent_entity_f', bin.row.tag_f ?? null)
    if (parts.length > 0) {
      const names = parts.map(({ name }) => `"${name}"`).join(', ')
      bin.problems.add('ItemInUse', here, `${here}: the records of ${names} belong to those of "${bin.row.name}".`)
    }
  },
  afterDelete: publish,
  beforeRestore: async bin => {
    const other = await otherWithTag(bin, String(bin.row.tag_f))
    if (other)
      bin.problems.add('AlreadyExists', `${bin.path}.Key`, `${bin.path}.Key: "${other.name}" has the same TAG.`)
    const parent = bin.row.parent_entity
    if (typeof parent !== 'string' || customParents.includes(parent)) return
    if ((await bin.findBy('CustomSetup', 'tag_f', bin.row.parent_entity_f ?? null, 1)).length > 0) return
    const message = `${bin.path}.Key: the entity ${parent}, which its records belong to, is deleted; restore that one.`
    bin.problems.add('RuleViolated', `${bin.path}.Key`, message)
  },
  afterRestore: publish,
}

/** The model of the database has its custom entities. */
function publish(write: RuleContext | BinContext): Promise<void> {
  return write.publish(topics.catalog, write.db)
}

async function otherWithTag(store: RuleContext | BinContext, tag: string): Promise<Row | undefined> {
  await store.alone('CustomSetup')
  return (await store.findBy('CustomSetup', 'tag_f', tag)).find(({ id }) => id !== store.id)
}

async function checkTag(write: RuleContext): Promise<void> {
  const { tag, tag_f } = write.row
  if (typeof tag !== 'string' || typeof tag_f !== 'string') return
  const other = await otherWithTag(write, tag_f)
  if (other) write.problem('AlreadyExists', 'TAG', `${write.path}.TAG: "${other.name}" has it.`)
  else if (write.entityNamed(tag) !== null)
    write.problem('InvalidValue', 'TAG', `${write.path}.TAG is the name of an entity of the product.`)
}

/** Gives ParentEntity its usual spelling. */
async function settleParent(write: RuleContext): Promise<void> {
  const { row, path } = write
  const sent = row.parent_entity
  if (typeof sent !== 'string') return
  const own = customParents.find(name => name.toLowerCase() === sent.toLowerCase())
  const line = own === undefined ? await lineOf(write, row.parent_entity_f) : []
  const parent = own ?? line[0]?.tag
  if (typeof parent !== 'string') {
    const names = `${customParents.join(', ')} or the TAG of a custom entity`
    write.problem('InvalidValue', 'ParentEntity', `${path}.ParentEntity is one of ${names}.`)
    return
  }
  Object.assign(row, foldedPair('parent_entity', parent))
  // The first of a line of its own has no parent, so it is not among the levels.
  const above = line.filter(setup => setup.parent_entity !== null).length
  if (above < customLevels) return
  const message = `${path}.ParentEntity: entities belong to each other over at most ${customLevels} levels.`
  write.problem('LimitExceeded', 'ParentEntity', message)
}

/** A set-up by its TAG, and those that it belongs to. */
async function lineOf(write: RuleContext, tag: Row[string] | undefined): Promise<Row[]> {
  const [setup] = typeof tag === 'string' ? await write.findBy('CustomSetup', 'tag_f', tag, 1) : []
  return setup ? [setup, ...(await lineOf(write, setup.parent_entity_f))] : []
}

/** The set-up of a record, which has to be one for records of this entity; null after a problem. */
async function setupOf(write: RuleContext, isChild: boolean): Promise<Row | null> {
  const { row, path, creating } = write
  defaultUser(write, 'owner')
  if (!creating || typeof row.custom_setup_key !== 'string') return null
  const setup = await write.find('CustomSetup', row.custom_setup_key)
  if (!setup || (setup.parent_entity !== null) === isChild) return setup
  const [entity, why] = isChild ? ['Custom', 'belong to no other record'] : ['CustomChild', 'have a ParentKey']
  const message = `${path}.CustomSetupKey: records of "${setup.name}" are of the entity ${entity}, since they ${why}.`
  write.problem('RuleViolated', 'CustomSetupKey', message)
  return null
}

async function requireSetup(bin: BinContext): Promise<void> {
  if (await bin.find('CustomSetup', String(bin.row.custom_setup_key))) return
  const message = `${bin.path}.Key: its CustomSetup is deleted; restore that one.`
  bin.problems.add('RuleViolated', `${bin.path}.Key`, message)
}

export const customRules: EntityRules = {
  before: async write => void (await setupOf(write, false)),
  beforeRestore: requireSetup,
}

export const customChildRules: EntityRules = {
  before: async write => {
    const setup = await setupOf(write, true)
    const { parent_kind: kind, parent_id: id } = write.row
    if (!setup || typeof kind !== 'string' || typeof id !== 'string') return
    const wanted = String(setup.parent_entity)
    if (kind === wanted) return
    const parent = kind.startsWith('Custom') ? await write.find(kind, id) : null
    const of = parent ? await write.find('CustomSetup', String(parent.custom_setup_key)) : null
    if (of?.tag === wanted || (kind.startsWith('Custom') && !parent)) return
    const message = `${write.path}.ParentKey: records of "${setup.name}" belong to a record of ${wanted}.`
    write.problem('RuleViolated', 'ParentKey', message)
  },
  beforeRestore: requireSetup,
}
