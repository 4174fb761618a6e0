// The words of the recycle bin, in German.
import type { Section } from '../types.ts'

export const bin: Section<'bin'> = {
  title: 'Papierkorb',
  empty: 'Der Papierkorb ist leer',
  emptyHint:
    'Was Sie löschen, kann von hier 30 Tage lang wiederhergestellt werden, sofern kein anderer Zeitraum eingestellt ist.',
  emptyFiltered: 'Keine passenden Datensätze im Papierkorb',
  whose: 'Gelöscht von',
  everyone: 'Alle',
  me: 'Ich',
  kind: 'Datensatztyp',
  restore: 'Wiederherstellen',
  restoreOf: name => `${name} wiederherstellen`,
  restored: name => `${name} wiederhergestellt`,
  deletedBy: who => `Gelöscht von ${who}`,
  with: count => (count === 1 ? 'und 1 Datensatz, der dazugehört' : `und ${count} Datensätze, die dazugehören`),
  showBelow: name => `Zeigen, was mit ${name} gelöscht wurde`,
  more: 'Frühere zeigen',
  down: 'Nächstes Element',
  up: 'Voriges Element',
}
