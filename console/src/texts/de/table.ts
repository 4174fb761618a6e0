// The words of tables, in German.
import type { Section } from '../types.ts'

export const table: Section<'table'> = {
  readOnly: 'Nur lesbar',
  choose: 'Zeile auswählen',
  chooseAll: 'Alle auswählen',
  moved: 'Rückt beim nächsten Laden an ihren Platz',
  ascending: 'Aufsteigend sortieren',
  descending: 'Absteigend sortieren',
  unsorted: 'Sortierung aufheben',
  ways: { sum: 'Summe', avg: 'Durchschnitt', count: 'Ausgefüllt' },
  show: { sum: 'Summe zeigen', avg: 'Durchschnitt zeigen', count: 'Anzahl der Werte zeigen' },
  showNothing: 'Wert ausblenden',
  moveLeft: 'Nach links verschieben',
  moveRight: 'Nach rechts verschieben',
  wider: 'Breiter',
  narrower: 'Schmaler',
  hide: 'Spalte ausblenden',
  late: 'überfällig',
}
