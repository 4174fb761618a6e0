// Describes in words who may read and write the records of an entity, and what a Read of it needs.
import type { AccessRule, Entity } from '../entities/entity.ts'

export const entityFacts = (entity: Entity): string[] => [...rights(entity), ...conditions(entity)]

function rights({ adminWrites, adminReads, access = [], operations, tokenScope }: Entity): string[] {
  const written = operations.includes('Update')
  return [
    adminReads
      ? `Read${adminWrites ? ' and written' : ''} by administrators.`
      : adminWrites
        ? 'Read by everyone in the database, written by administrators.'
        : null,
    tokenScope ? `Needs a token of the scope \`${tokenScope}\`.` : null,
    ...access.map(rule => ruleText(rule, written)),
  ].filter(text => text !== null)
}

function ruleText(rule: AccessRule, written: boolean): string {
  const writers = (those: string): string =>
    written ? `; written by its creator, and by users who may write ${those}` : ''
  switch (rule.rule) {
    case 'secAccess':
      return 'Read and written by the users and groups in its SecAccess; by everyone when that is empty.'
    case 'parent':
      return `Read together with its ${rule.entity}${writers(`the ${rule.entity}`)}.`
    case 'partOf':
      return `Read and written together with its ${rule.entity}.`
    case 'hangsOn':
      return `Written by its creator, and by users who may write the ${rule.entity} in \`${rule.kind ? 'WithKey' : 'AbEntryKey'}\`.`
    case 'assigned':
      return `Read by users who may read the records that it is about, by its creator and by the user of AssignedTo, who may also write ${rule.fields.join(', ')} without these rights.`
    case 'mixedParent':
      return `Read together with the record that it belongs to${writers('that record')}.`
    case 'anyOf':
      return `Read together with any one of its ${rule.lists.map(list => list.entity).join(' or ')} records${writers('one of these')}.`
    case 'byCreator':
      return 'Read by everyone; written by its creator and by administrators.'
    case 'own':
      return 'Everyone sees their own; administrators see all.'
    case 'personal':
      return rule.shared === undefined
        ? 'Everyone sees their own, administrators too.'
        : 'Everyone sees their own and those that are shared. Shared ones are written by everyone; locked ones by their creator and by administrators.'
  }
}

function conditions({
  readDriver,
  readNeeds,
  adminReadsAll,
  functionDriver,
  aliases,
  searchWords,
  phrase,
}: Entity): string[] {
  return [
    readDriver ? `Reading needs the driver ${readDriver}.` : null,
    readNeeds
      ? `A Read${adminReadsAll ? ' by others than administrators' : ''} needs a condition on one of: ${readNeeds.map(path => `\`${path}\``).join(', ')}.`
      : null,
    functionDriver ? `\`$YEAR\`, \`$MONTH\` and \`$EXISTS\` need the driver ${functionDriver}.` : null,
    searchWords
      ? `\`$PHRASE\` searches its ${phrase === 'names' ? 'names, e-mail addresses and telephone numbers' : 'text'}.`
      : null,
    aliases ? `Also spelled ${aliases.join(', ')}.` : null,
  ].filter(text => text !== null)
}
