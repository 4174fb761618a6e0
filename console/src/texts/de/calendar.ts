// The words of the calendar, in German.
import type { Section } from '../types.ts'

export const calendar: Section<'calendar'> = {
  title: 'Kalender',
  before: 'Früher',
  after: 'Später',
  today: 'Heute',
  view: 'Ansicht',
  views: { week: 'Woche', day: 'Tag', month: 'Monat' },
  withTasks: 'Aufgaben',
  add: 'Neuer Termin',
  hours: 'Stunden des Tages',
  recurring: 'wiederkehrend',
  done: 'erledigt',
  cut: 'Nur die ersten 500 jeder Art werden gezeigt.',
  moved: name => `„${name}“ verschoben`,
  more: count => `${count} weitere`,
}
