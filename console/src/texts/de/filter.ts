// The words of filters, in German.
import type { Section } from '../types.ts'

export const filter: Section<'filter'> = {
  filter: 'Filter',
  add: 'Filter hinzufügen',
  clear: 'Zurücksetzen',
  advanced: 'Erweitert …',
  conditions: count => `${count} ${count === 1 ? 'Bedingung' : 'Bedingungen'}`,
  custom: 'Eigene Bedingung',
  remove: name => `Filter auf ${name} entfernen`,
  removeLine: 'Bedingung entfernen',
  operator: name => `Wie ${name} verglichen wird`,
  where: 'Wobei',
  and: 'und',
  or: 'oder',
  join: 'Verknüpfung',
  joins: { and: 'Alle Bedingungen', or: 'Eine der Bedingungen' },
  addCondition: 'Bedingung',
  addGroup: 'Gruppe',
  unknownField: 'Dieses Feld gibt es nicht mehr.',
}
