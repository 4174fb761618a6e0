// Checks that the members of a favorite list are records of the entity that the list is for.
import { encodeKey } from '../../fields/record-key.ts'
import { editList } from './edit-list.ts'
import type { EntityRules, RuleContext } from './types.ts'

/** The entities that a favorite list can be for, by EntityType. */
export const listedEntities = [
  { key: 1, name: 'AddressBook', entity: 'AbEntry' },
  { key: 2, name: 'Opportunity', entity: 'Opportunity' },
  { key: 5, name: 'CustomerService', entity: 'Case' },
  { key: 19, name: 'Lead', entity: 'Lead' },
]

const members = 'favorite_list_member_keys'

export const favoriteListRules: EntityRules = {
  before: async write => {
    await editList(write, members)
    const rows = write.list(members)?.rows ?? []
    if (write.creating && !write.sent('EntityType')) {
      write.row.entity_type = listedEntities.find(({ entity }) => entity === rows[0]?.kind)?.key ?? 1
    }
    for (const { kind, item } of rows) checkMember(write, String(kind), String(item))
  },
}

function checkMember(write: RuleContext, kind: string, id: string): void {
  const listed = listedEntities.find(({ key }) => key === write.row.entity_type)
  if (!listed || listed.entity === kind) return
  const message = `${write.path}.MemberKeys: ${encodeKey(kind, id)} is a key of ${kind}, and the list is for ${listed.entity}.`
  write.problem('WrongKeyKind', 'MemberKeys', message)
}
