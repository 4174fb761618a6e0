// The words of the activity page, in German.
import type { Section } from '../types.ts'

export const activity: Section<'activity'> = {
  title: 'Aktivität',
  records: 'Die geänderten Datensätze',
  person: 'Person',
  everybody: 'Alle Personen',
  kind: 'Art des Datensatzes',
  everything: 'Alles',
  none: 'Es ist noch nichts geschehen',
  noneFiltered: 'Keine passende Aktivität',
  hint: 'Hier steht, was andere anlegen, ändern und schreiben, für alle Datensätze, die Sie lesen dürfen.',
  clear: 'Filter entfernen',
  more: 'Frühere zeigen',
  did: {
    Create: who => `Angelegt von ${who}`,
    Update: who => `Geändert von ${who}`,
    Delete: who => `Gelöscht von ${who}`,
    Restore: who => `Wiederhergestellt von ${who}`,
    Merge: who => `Zusammengeführt von ${who}`,
  },
}
