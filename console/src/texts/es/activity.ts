// The words of the activity page, in Spanish.
import type { Section } from '../types.ts'

export const activity: Section<'activity'> = {
  title: 'Actividad',
  records: 'Los registros modificados',
  person: 'Persona',
  everybody: 'Todos',
  kind: 'Tipo de registro',
  everything: 'Todo',
  none: 'Todavía no ha pasado nada',
  noneFiltered: 'Ninguna actividad coincide',
  hint: 'Aquí aparece lo que sus compañeros crean, cambian y escriben, de todos los registros que usted puede leer.',
  clear: 'Quitar filtros',
  more: 'Mostrar anteriores',
  did: {
    Create: who => `Creado por ${who}`,
    Update: who => `Modificado por ${who}`,
    Delete: who => `Eliminado por ${who}`,
    Restore: who => `Restaurado por ${who}`,
    Merge: who => `Combinado por ${who}`,
  },
}
