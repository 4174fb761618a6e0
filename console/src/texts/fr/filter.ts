// The words of filters, in French.
import type { Section } from '../types.ts'

export const filter: Section<'filter'> = {
  filter: 'Filtrer',
  add: 'Ajouter un filtre',
  clear: 'Effacer',
  advanced: 'Groupes…',
  conditions: count => `${count} ${count === 1 ? 'condition' : 'conditions'}`,
  custom: 'Condition spéciale',
  remove: name => `Retirer le filtre sur ${name}`,
  removeLine: 'Retirer cette condition',
  operator: name => `Comment comparer ${name}`,
  where: 'Où',
  and: 'et',
  or: 'ou',
  join: 'Comment les conditions sont reliées',
  joins: { and: 'Toutes ces conditions', or: 'L’une de ces conditions' },
  addCondition: 'Condition',
  addGroup: 'Groupe',
  unknownField: 'Ce champ n’existe plus.',
}
