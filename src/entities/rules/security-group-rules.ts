// Checks that group names are unique, and protects groups that SecAccess lists name from being deleted.

import { accessTable } from '../../fields/kinds/sec-access.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { editList } from './edit-list.ts'
import type { EntityRules } from './types.ts'

/** The tables whose records name groups in SecAccess. */
const guarded = ['ab_entry', 'opportunity', 'note', 'document', 'key_field_list']

export const securityGroupRules: EntityRules = {
  before: async write => {
    await editList(write, 'security_group_members')
    if (typeof write.row.name_f !== 'string' || write.row.name_f === write.before.name_f) return
    await write.alone('SecurityGroup')
    const others = await write.findBy('SecurityGroup', 'name_f', write.row.name_f)
    if (others.some(other => other.id !== write.id)) {
      write.problem('AlreadyExists', 'Name', `${write.path}.Name: there is a group ${write.row.name} already.`)
    }
  },
  after: async write => {
    await write.publish(topics.group, write.db)
    if (write.row.name !== write.before.name) await write.publish(topics.catalog, write.db)
  },
  beforeDelete: async bin => {
    for (const table of guarded) {
      if (!(await bin.exists(accessTable(table), { principal: `SecurityGroup\t${bin.id}` }))) continue
      const message = `${bin.path}.Key: the group is named in the SecAccess of records; take it out there first.`
      bin.problems.add('ItemInUse', `${bin.path}.Key`, message)
      return
    }
  },
  afterDelete: bin => bin.publish(topics.group, bin.db),
  afterRestore: bin => bin.publish(topics.group, bin.db),
}
