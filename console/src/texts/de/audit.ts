// The words of the audit screen, in German.
import type { Section } from '../types.ts'

export const audit: Section<'audit'> = {
  title: 'Protokoll',
  hint: 'Jede Änderung jedes Datensatzes: wer, wann, über welche Anwendung, und was.',
  names: 'Namen der Datensätze',
  user: 'Benutzer',
  everyone: 'Alle Benutzer',
  application: 'Anwendung',
  operation: 'Vorgang',
  operations: {
    '': 'Alle Vorgänge',
    Create: 'Angelegt',
    Update: 'Geändert',
    Delete: 'Gelöscht',
    Restore: 'Wiederhergestellt',
  },
  kind: 'Art des Datensatzes',
  everyKind: 'Alle Arten',
  period: 'Zeit',
  periods: { '': 'Jederzeit', today: 'Heute', week: 'Letzte 7 Tage', month: 'Letzte 30 Tage' },
  columns: {
    time: 'Zeit',
    user: 'Benutzer',
    operation: 'Vorgang',
    record: 'Datensatz',
    changes: 'Änderungen',
    via: 'Anwendung',
  },
  fields: count => (count === 1 ? '1 Feld' : `${count} Felder`),
  showChanges: name => `Zeigen, was sich an ${name} geändert hat`,
  token: 'Persönliches Token',
  removed: 'nicht mehr da',
  empty: 'Nichts wurde geschrieben',
  emptyHint: 'Keine Änderung erfüllt diese Bedingungen.',
  clear: 'Filter entfernen',
  more: 'Frühere zeigen',
}
