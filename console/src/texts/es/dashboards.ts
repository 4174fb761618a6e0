// The words of the dashboards, in Spanish.
import type { Section } from '../types.ts'

export const dashboards: Section<'dashboards'> = {
  title: 'Paneles',
  add: 'Nuevo panel',
  usualName: 'Mis cifras',
  none: 'Aún no hay paneles',
  noneHint:
    'Un panel reúne los informes que más consulta, uno junto a otro, para una persona, un territorio y un período.',
  noReports: 'No hay informes en esta página',
  noReportsHint: 'Edite el panel y añada un informe.',
  choose: 'Panel',
  edit: 'Editar panel',
  addReport: 'Añadir informe',
  copy: 'Copiar…',
  rename: 'Renombrar…',
  share: 'Compartir con todos',
  unshare: 'Dejar de compartir',
  delete: 'Eliminar panel',
  remove: 'Quitar',
  forms: { chart: 'Mostrar como gráfico', table: 'Mostrar como tabla' },
  moveHint: 'Arrastre, o Alt con las flechas; con Mayús cambian el tamaño',
  move: name => `Mover ${name}`,
  movedTo: (name, at) => `${name} está ahora en la posición ${at}.`,
  sizeIs: (width, height) => `${width} de ancho, ${height} de alto.`,
  created: name => `Panel ${name} creado`,
  saved: name => `Panel ${name} guardado`,
  renamed: name => `Panel renombrado a ${name}`,
  nowShared: name => `${name} se comparte ahora con todos`,
  nowPrivate: name => `${name} es ahora privado`,
  deleted: name => `Panel ${name} eliminado`,
}
