// The words of filters, in Spanish.
import type { Section } from '../types.ts'

export const filter: Section<'filter'> = {
  filter: 'Filtrar',
  add: 'Añadir un filtro',
  clear: 'Quitar',
  advanced: 'Grupos…',
  conditions: count => `${count} ${count === 1 ? 'condición' : 'condiciones'}`,
  custom: 'Condición especial',
  remove: name => `Quitar el filtro de ${name}`,
  removeLine: 'Quitar esta condición',
  operator: name => `Cómo se compara ${name}`,
  where: 'Donde',
  and: 'y',
  or: 'o',
  join: 'Cómo se unen las condiciones',
  joins: { and: 'Todas estas condiciones', or: 'Una de estas condiciones' },
  addCondition: 'Condición',
  addGroup: 'Grupo',
  unknownField: 'Este campo ya no existe.',
}
