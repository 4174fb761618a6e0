// The words of filters, in English.

export const filter = {
  filter: 'Filter',
  add: 'Add a filter',
  clear: 'Clear',
  advanced: 'Groups…',
  conditions: (count: number) => `${count} ${count === 1 ? 'condition' : 'conditions'}`,
  custom: 'Special condition',
  remove: (name: string) => `Remove the filter on ${name}`,
  removeLine: 'Remove this condition',
  operator: (name: string) => `How ${name} is compared`,
  where: 'Where',
  and: 'and',
  or: 'or',
  join: 'How the conditions are joined',
  joins: { and: 'All of these conditions', or: 'One of these conditions' },
  addCondition: 'Condition',
  addGroup: 'Group',
  unknownField: 'This field does not exist any more.',
}
