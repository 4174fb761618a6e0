// The words of saved views, in German.
import type { Section } from '../types.ts'

export const views: Section<'views'> = {
  title: 'Gespeicherte Ansichten',
  choose: name => `Ansicht: ${name}`,
  own: 'Meine Ansichten',
  shared: 'Geteilte Ansichten',
  unsaved: 'Nicht gespeichert',
  save: 'Speichern',
  saveAs: 'Als Ansicht speichern …',
  reset: 'Zurücksetzen',
  rename: 'Umbenennen …',
  share: 'Mit allen teilen',
  unshare: 'Nicht mehr teilen',
  lock: 'Für andere sperren',
  unlock: 'Für andere freigeben',
  delete: 'Ansicht löschen',
  name: 'Name der Ansicht',
  forEverybody: 'Mit allen teilen',
  saved: name => `Ansicht ${name} gespeichert`,
  created: name => `Ansicht ${name} angelegt`,
  renamed: name => `Ansicht in ${name} umbenannt`,
  nowShared: name => `Alle sehen jetzt ${name}`,
  nowPrivate: name => `Nur Sie sehen jetzt ${name}`,
  nowLocked: name => `Nur Sie können ${name} jetzt ändern`,
  nowUnlocked: name => `Alle können ${name} jetzt ändern`,
  deleted: name => `Ansicht ${name} gelöscht`,
}
