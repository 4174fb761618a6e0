// The words of the map, in German.
import type { Section } from '../types.ts'

export const map: Section<'map'> = {
  title: 'Karte',
  places: 'Einträge nach Ort',
  found: 'Einträge im Gebiet',
  all: 'Alle Einträge',
  inArea: 'Im Gebiet',
  nowhere: 'Ohne Ort',
  place: (name, more, count) =>
    more > 0 ? `${name} und ${more} weitere Orte: ${count} Einträge` : `${name}: ${count} Einträge`,
  entries: count => (count === '1' ? '1 Eintrag' : `${count} Einträge`),
  without: count => (count === 1 ? '1 davon hat keine Position' : `${count} davon haben keine Position`),
  asList: 'Als Liste öffnen',
  clear: 'Alle zeigen',
  draw: 'Gebiet zeichnen',
  drawing: 'Klicken Sie, um Punkte des Gebiets zu setzen.',
  finish: 'Gebiet abschließen',
  cancel: 'Gebiet verwerfen',
  back: 'Letzten Punkt rückgängig machen',
  useVisible: 'Sichtbares Gebiet verwenden',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  move: 'Karte verschieben',
  noneHere: 'Keine Einträge hier',
  noneHereHint: 'Zeichnen Sie ein größeres Gebiet, oder ändern Sie den Filter.',
  empty: 'Das Adressbuch ist leer',
  emptyHint: 'Einträge mit einer Position in ihrer Adresse erscheinen hier.',
}
