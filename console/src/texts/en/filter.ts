// The words of filters, in English.

export const filter = {
  filter: 'Filter',
  add: 'Add filter',
  clear: 'Clear',
  advanced: 'Advanced…',
  conditions: (count: number) => `${count} ${count === 1 ? 'condition' : 'conditions'}`,
  custom: 'Custom condition',
  remove: (name: string) => `Remove filter on ${name}`,
  removeLine: 'Remove condition',
  operator: (name: string) => `Operator for ${name}`,
  where: 'Where',
  and: 'and',
  or: 'or',
  join: 'Match',
  joins: { and: 'All conditions', or: 'Any condition' },
  addCondition: 'Add condition',
  addGroup: 'Add group',
  unknownField: 'This field no longer exists.',
}
