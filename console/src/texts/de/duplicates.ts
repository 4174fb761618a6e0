// The words of duplicates, in German.
import type { Section } from '../types.ts'

export const duplicates: Section<'duplicates'> = {
  title: 'Dubletten',
  find: 'Dubletten suchen',
  all: 'Alle Dubletten',
  left: count => (count === 1 ? '1 Paar zu entscheiden' : `${count} Paare zu entscheiden`),
  none: 'Keine wahrscheinlichen Dubletten',
  noMore: 'Sie haben die übrigen Paare übersprungen',
  noneHint: 'Verglichen werden E-Mail, Telefonnummer und Name mit Ort oder Web-Domain.',
  showSkipped: 'Übersprungene zeigen',
  score: percent => `${percent} ähnlich`,
  reasons: {
    Email: 'Gleiche E-Mail',
    Phone: 'Gleiche Telefonnummer',
    Name: 'Gleicher Name',
    Domain: 'Gleiche Web-Domain',
  },
  more: count => `und ${count} weitere in dieser Gruppe`,
  created: when => `Angelegt ${when}`,
  modified: when => `Geändert ${when}`,
  keepLeft: 'Links behalten',
  keepRight: 'Rechts behalten',
  byField: 'Feld für Feld wählen',
  different: 'Keine Dubletten',
  skip: 'Überspringen',
  merged: name => `Mit ${name} zusammengeführt`,
  distinguished: 'Als verschieden markiert',
  fields: 'Felder',
  hint: 'Leere Felder werden aus dem anderen Eintrag gefüllt, und alles, was daran hängt, kommt mit. Jeder Schritt lässt sich zurücknehmen.',
  twins: {
    title: count =>
      count === 1 ? 'Diesen Eintrag gibt es vielleicht schon' : `Vielleicht ist es einer von ${count} Einträgen`,
    hint: 'Öffnen Sie einen, um ihn anzusehen: Mit Zurück kommen Sie zu diesem Formular mit Ihren Eingaben. Oder legen Sie einen weiteren Eintrag an.',
    open: 'Öffnen',
    create: 'Trotzdem anlegen',
  },
}
