// The words of notifications, in German.
import type { Section } from '../types.ts'

export const notifications: Section<'notifications'> = {
  title: 'Mitteilungen',
  show: 'Anzeigen',
  unread: 'Ungelesen',
  all: 'Alle',
  markAll: 'Alle als gelesen markieren',
  mark: name => `„${name}“ als gelesen markieren`,
  noneUnread: 'Alles gelesen.',
  none: 'Noch keine Mitteilungen.',
  hint: 'Sie werden benachrichtigt, wenn Ihnen etwas zugewiesen wird, Sie jemand mit @ in einer Notiz erwähnt, eine Ihrer Chancen verschoben wird oder eine Aufgabe fällig ist.',
  kinds: {
    Assigned: who => `${who} hat Ihnen das zugewiesen`,
    Mentioned: who => `${who} hat Sie erwähnt`,
    Moved: who => `${who} hat Ihre Chance in eine andere Stufe verschoben`,
    Due: _who => 'Diese Aufgabe ist fällig',
  },
}
