// The words of the recycle bin, in Spanish.
import type { Section } from '../types.ts'

export const bin: Section<'bin'> = {
  title: 'Papelera',
  empty: 'La papelera está vacía',
  emptyHint: 'Lo que elimine se puede restaurar desde aquí durante 30 días, salvo que se haya fijado otro plazo.',
  emptyFiltered: 'No hay registros coincidentes en la papelera',
  whose: 'Eliminado por',
  everyone: 'Todos',
  me: 'Mí',
  kind: 'Tipo de registro',
  restore: 'Restaurar',
  restoreOf: name => `Restaurar ${name}`,
  restored: name => `Se restauró ${name}`,
  deletedBy: who => `Eliminado por ${who}`,
  with: count => (count === 1 ? 'y 1 registro que depende de ello' : `y ${count} registros que dependen de ello`),
  showBelow: name => `Mostrar lo que se eliminó con ${name}`,
  more: 'Mostrar anteriores',
  down: 'Elemento siguiente',
  up: 'Elemento anterior',
}
