// The words of notifications, in Spanish.
import type { Section } from '../types.ts'

export const notifications: Section<'notifications'> = {
  title: 'Notificaciones',
  show: 'Mostrar',
  unread: 'Sin leer',
  all: 'Todas',
  markAll: 'Marcar todo como leído',
  mark: name => `Marcar «${name}» como leído`,
  noneUnread: 'Todo leído.',
  none: 'Aún no hay notificaciones.',
  hint: 'Recibe un aviso cuando le asignan algo, le mencionan con @ en una nota, mueven una venta suya o vence una tarea.',
  kinds: {
    Assigned: who => `${who} se lo ha asignado`,
    Mentioned: who => `${who} le ha mencionado`,
    Moved: who => `${who} ha cambiado la etapa de su venta`,
    Due: _who => 'Esta tarea vence',
  },
}
