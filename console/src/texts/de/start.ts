// The words of the start screen, in German.
import type { Section } from '../types.ts'

export const start: Section<'start'> = {
  title: 'Start',
  greeting: {
    morning: name => `Guten Morgen, ${name}`,
    day: name => `Guten Tag, ${name}`,
    evening: name => `Guten Abend, ${name}`,
  },
  tasks: {
    title: 'Aufgaben bis heute',
    none: 'Nichts ist fällig. Genießen Sie den Tag.',
    all: 'Alle Aufgaben',
  },
  recent: { title: 'Zuletzt geöffnet', none: 'Was Sie öffnen, erscheint hier.' },
  quiet: {
    title: 'Lange nicht kontaktiert',
    days: days => `${days} Tage`,
    since: 'Ohne Kontakt seit',
    none: 'Alle haben von Ihnen gehört.',
    manager: 'Kundenbetreuer',
    mine: 'Meine',
    all: 'Alle',
  },
  pipeline: {
    title: 'Offene Verkaufschancen',
    none: 'Keine Verkaufschance ist offen.',
    withoutStage: 'Ohne Phase',
    withoutProcess: 'Ohne Prozess',
    count: count => (count === 1 ? '1 Verkaufschance' : `${count} Verkaufschancen`),
    board: 'Tafel',
  },
  empty: {
    title: 'Diese Datenbank ist leer',
    hint: 'Beginnen Sie mit einem davon.',
    entry: 'Den ersten Kunden anlegen',
    entryHint: 'Eine Firma mit ihren Kontakten.',
    sample: 'Mit Beispieldaten füllen',
    sampleHint: 'Erfundene Firmen, Geschäfte und Aufgaben, um alles auszuprobieren.',
    addSample: 'Beispieldaten anlegen',
    curl: 'Die erste Anfrage senden',
    curlHint: 'Erstellen Sie auf der Kontoseite ein persönliches Token, dann:',
    makeToken: 'Token erstellen',
  },
}
