// The words of duplicates, in Spanish.
import type { Section } from '../types.ts'

export const duplicates: Section<'duplicates'> = {
  title: 'Duplicados',
  find: 'Buscar duplicados',
  all: 'Todos los duplicados',
  left: count => (count === 1 ? '1 par por decidir' : `${count} pares por decidir`),
  none: 'No hay duplicados probables',
  noMore: 'Omitió los pares restantes',
  noneHint: 'Se comparan correo, teléfono, y nombre con ciudad o dominio web.',
  showSkipped: 'Mostrar los omitidos',
  score: percent => `Parecido ${percent}`,
  reasons: { Email: 'Mismo correo', Phone: 'Mismo teléfono', Name: 'Mismo nombre', Domain: 'Mismo dominio web' },
  more: count => `y ${count} más en este grupo`,
  created: when => `Creado ${when}`,
  modified: when => `Cambiado ${when}`,
  keepLeft: 'Conservar izquierda',
  keepRight: 'Conservar derecha',
  byField: 'Elegir campo por campo',
  different: 'No son duplicados',
  skip: 'Omitir',
  merged: name => `Fusionado en ${name}`,
  distinguished: 'Marcados como distintos',
  fields: 'Campos',
  hint: 'Los campos vacíos se llenan con el otro registro, y todo lo que depende de él lo acompaña. Puede deshacer cada paso.',
  twins: {
    title: count =>
      count === 1 ? 'Es posible que este registro ya exista' : `${count} registros podrían ser el mismo`,
    hint: 'Abra uno para verlo: Atrás vuelve a este formulario con lo que escribió. O cree otro registro.',
    open: 'Abrir',
    create: 'Crear de todos modos',
  },
}
