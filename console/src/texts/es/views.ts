// The words of saved views, in Spanish.
import type { Section } from '../types.ts'

export const views: Section<'views'> = {
  title: 'Vistas guardadas',
  choose: name => `Vista: ${name}`,
  own: 'Mis vistas',
  shared: 'Vistas compartidas',
  unsaved: 'Cambios sin guardar',
  save: 'Guardar',
  saveAs: 'Guardar como vista…',
  reset: 'Restablecer',
  rename: 'Cambiar el nombre…',
  share: 'Compartir con todos',
  unshare: 'Dejar de compartir',
  lock: 'Bloquear para los demás',
  unlock: 'Desbloquear para los demás',
  delete: 'Eliminar la vista',
  name: 'Nombre de la vista',
  forEverybody: 'Todos ven esta vista',
  saved: name => `Vista ${name} guardada`,
  created: name => `Vista ${name} creada`,
  renamed: name => `La vista se llama ahora ${name}`,
  nowShared: name => `Todos ven ahora ${name}`,
  nowPrivate: name => `Solo usted ve ahora ${name}`,
  nowLocked: name => `Solo usted puede cambiar ahora ${name}`,
  nowUnlocked: name => `Todos pueden cambiar ahora ${name}`,
  deleted: name => `Vista ${name} eliminada`,
}
