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
    overdue: count => `Überfällig: ${count}`,
    today: 'Heute',
    next: 'Demnächst',
    title: 'Fällige Aufgaben',
    none: 'Nichts fällig. Schönen Tag!',
    all: 'Alle Aufgaben',
  },
  recent: { title: 'Zuletzt geöffnet', none: 'Was Sie öffnen, erscheint hier.' },
  quiet: {
    title: 'Lange nicht kontaktiert',
    days: days => `${days} Tage`,
    since: 'Kein Kontakt seit',
    none: 'Alle wurden kontaktiert.',
    manager: 'Kundenbetreuer',
    mine: 'Meine',
    all: 'Alle',
  },
  pipeline: {
    whose: 'Wessen Verkaufschancen',
    mine: 'Meine',
    all: 'Alle',
    open: 'Offen heißt: nicht gewonnen, verloren oder aufgegeben; ruhende zählen mit.',
    title: 'Offene Verkaufschancen',
    none: 'Keine offenen Verkaufschancen.',
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
    sample: 'Mit Beispieldaten ausprobieren',
    sampleHint: 'Erfundene Firmen, Geschäfte und Aufgaben, um alles auszuprobieren.',
    addSample: 'Beispieldaten anlegen',
    curl: 'Die erste Anfrage senden',
    curlHint: 'Erstellen Sie auf der Kontoseite ein persönliches Token, dann:',
    makeToken: 'Token erstellen',
  },
}
