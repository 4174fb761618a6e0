// The words of the audit screen, in Spanish.
import type { Section } from '../types.ts'

export const audit: Section<'audit'> = {
  title: 'Auditoría',
  hint: 'Cada escritura de cada registro: quién, cuándo, con qué aplicación y qué cambió.',
  names: 'Nombres de los registros',
  user: 'Usuario',
  everyone: 'Todos los usuarios',
  application: 'Aplicación',
  operation: 'Operación',
  operations: {
    '': 'Todas las operaciones',
    Create: 'Creado',
    Update: 'Cambiado',
    Delete: 'Eliminado',
    Restore: 'Restaurado',
  },
  kind: 'Tipo de registro',
  everyKind: 'Todos los tipos',
  period: 'Tiempo',
  periods: { '': 'Siempre', today: 'Hoy', week: 'Últimos 7 días', month: 'Últimos 30 días' },
  columns: {
    time: 'Hora',
    user: 'Usuario',
    operation: 'Operación',
    record: 'Registro',
    changes: 'Cambios',
    via: 'Aplicación',
  },
  fields: count => (count === 1 ? '1 campo' : `${count} campos`),
  showChanges: name => `Mostrar qué cambió en ${name}`,
  token: 'Token personal',
  removed: 'ya no existe',
  empty: 'No se escribió nada',
  emptyHint: 'Ninguna escritura cumple estas condiciones.',
  clear: 'Quitar los filtros',
  more: 'Mostrar anteriores',
}
