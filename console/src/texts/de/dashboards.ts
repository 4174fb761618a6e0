// The words of the dashboards, in German.
import type { Section } from '../types.ts'

export const dashboards: Section<'dashboards'> = {
  title: 'Dashboards',
  add: 'Neues Dashboard',
  usualName: 'Meine Zahlen',
  none: 'Noch keine Dashboards',
  noneHint:
    'Ein Dashboard hat die Berichte, die Sie am meisten brauchen, nebeneinander: für eine Person, ein Gebiet und einen Zeitraum.',
  noReports: 'Keine Berichte auf dieser Seite',
  noReportsHint: 'Bearbeiten Sie das Dashboard und fügen Sie einen Bericht hinzu.',
  choose: 'Dashboard',
  edit: 'Dashboard bearbeiten',
  addReport: 'Bericht hinzufügen',
  copy: 'Kopieren…',
  rename: 'Umbenennen…',
  share: 'Mit allen teilen',
  unshare: 'Nicht mehr teilen',
  delete: 'Dashboard löschen',
  remove: 'Entfernen',
  forms: { chart: 'Als Diagramm zeigen', table: 'Als Tabelle zeigen' },
  moveHint: 'Ziehen, oder Alt mit den Pfeiltasten; mit Umschalt ändern sie die Größe',
  move: name => `${name} verschieben`,
  movedTo: (name, at) => `${name} ist jetzt an Stelle ${at}.`,
  sizeIs: (width, height) => `${width} breit, ${height} hoch.`,
  created: name => `Dashboard ${name} angelegt`,
  saved: name => `Dashboard ${name} gespeichert`,
  renamed: name => `Dashboard umbenannt in ${name}`,
  nowShared: name => `${name} ist jetzt mit allen geteilt`,
  nowPrivate: name => `${name} ist jetzt privat`,
  deleted: name => `Dashboard ${name} gelöscht`,
}
