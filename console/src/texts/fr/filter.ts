// The words of filters, in French.
import type { Section } from '../types.ts'

export const filter: Section<'filter'> = {
  filter: 'Filtrer',
  add: 'Ajouter un filtre',
  clear: 'Effacer',
  advanced: 'Avancé…',
  conditions: count => `${count} ${count === 1 ? 'condition' : 'conditions'}`,
  custom: 'Condition personnalisée',
  remove: name => `Retirer le filtre sur ${name}`,
  removeLine: 'Retirer la condition',
  operator: name => `Comment comparer ${name}`,
  where: 'Application',
  and: 'et',
  or: 'ou',
  join: 'Correspondance',
  joins: { and: 'Toutes les conditions', or: 'Une des conditions' },
  addCondition: 'Condition',
  addGroup: 'Groupe',
  unknownField: 'Ce champ n’existe plus.',
}
