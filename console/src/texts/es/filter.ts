// The words of filters, in Spanish.
import type { Section } from '../types.ts'

export const filter: Section<'filter'> = {
  filter: 'Filtrar',
  add: 'Añadir filtro',
  clear: 'Quitar',
  advanced: 'Avanzado…',
  conditions: count => `${count} ${count === 1 ? 'condición' : 'condiciones'}`,
  custom: 'Condición personalizada',
  remove: name => `Quitar el filtro de ${name}`,
  removeLine: 'Quitar condición',
  operator: name => `Cómo se compara ${name}`,
  where: 'Donde',
  and: 'y',
  or: 'o',
  join: 'Coincidencia',
  joins: { and: 'Todas las condiciones', or: 'Cualquier condición' },
  addCondition: 'Condición',
  addGroup: 'Grupo',
  unknownField: 'Este campo ya no existe.',
}
