// The words of the reports, in German.
import type { Section } from '../types.ts'

export const reports: Section<'reports'> = {
  title: 'Berichte',
  period: 'Zeitraum',
  periods: {
    year: 'Dieses Jahr',
    lastYear: 'Letztes Jahr',
    months12: 'Letzte 12 Monate',
    quarter: 'Dieses Quartal',
    days90: 'Letzte 90 Tage',
    days30: 'Letzte 30 Tage',
  },
  names: {
    revenue: {
      title: 'Umsatz',
      hint: 'Gewonnene Verkäufe nach dem Monat ihres Abschlusses, offene nach dem Monat, in dem sie abgeschlossen werden sollen.',
      rows: 'Monat',
    },
    pipeline: {
      title: 'Pipeline',
      hint: 'Was die offenen Verkaufschancen jeder Phase heute wert sind.',
      rows: 'Phase',
    },
    ages: { title: 'Alter', hint: 'Wie lange die offenen Verkaufschancen schon in ihrer Phase sind.', rows: 'Phase' },
    activity: {
      title: 'Aktivität',
      hint: 'Anrufe, Nachrichten und Treffen jedes Benutzers im Zeitraum.',
      rows: 'Benutzer',
    },
  },
  show: name => `Bericht „${name}“ zeigen`,
  tableBelow: 'Die Tabelle darunter hat dieselben Daten.',
  open: (row, column) => `Liste öffnen: ${row}, ${column}`,
  total: 'Summe',
  won: 'Gewonnen',
  expected: 'Erwartet',
  wonCount: 'Gewonnene Verkäufe',
  expectedCount: 'Erwartete Verkäufe',
  worth: 'Umsatz',
  count: 'Verkaufschancen',
  withoutStage: 'Ohne Phase',
  upTo: days => `Bis ${days} Tage`,
  between: (from, to) => `${from} bis ${to} Tage`,
  moreThan: days => `Mehr als ${days} Tage`,
  average: 'Durchschnitt',
  oldest: 'Älteste',
  target: 'Ziel',
  days: days => (days === '1' ? '1 Tag' : `${days} Tage`),
  together: 'Summe',
  empty: 'Keine Daten für diesen Zeitraum',
  emptyHint: 'Wählen Sie einen anderen Zeitraum.',
}
