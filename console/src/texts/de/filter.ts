// The words of filters, in German.
import type { Section } from '../types.ts'

export const filter: Section<'filter'> = {
  filter: 'Filter',
  add: 'Filter hinzufügen',
  clear: 'Zurücksetzen',
  advanced: 'Gruppen …',
  conditions: count => `${count} ${count === 1 ? 'Bedingung' : 'Bedingungen'}`,
  custom: 'Besondere Bedingung',
  remove: name => `Filter auf ${name} entfernen`,
  removeLine: 'Diese Bedingung entfernen',
  operator: name => `Wie ${name} verglichen wird`,
  where: 'Wobei',
  and: 'und',
  or: 'oder',
  join: 'Wie die Bedingungen verknüpft sind',
  joins: { and: 'Alle diese Bedingungen', or: 'Eine dieser Bedingungen' },
  addCondition: 'Bedingung',
  addGroup: 'Gruppe',
  unknownField: 'Dieses Feld gibt es nicht mehr.',
}
