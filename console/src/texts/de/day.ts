// The words of the day, in German.
import type { Section } from '../types.ts'

export const day: Section<'day'> = {
  title: 'Mein Tag',
  date: 'Tag',
  before: 'Voriger Tag',
  after: 'Nächster Tag',
  today: 'Heute',
  appointments: 'Termine',
  noAppointments: 'Keine Termine.',
  tasks: 'Aufgaben',
  overdue: 'Überfällig',
  allTasks: 'Alle Aufgaben',
  noTasks: 'Keine Aufgaben an diesem Tag.',
  complete: name => `„${name}“ erledigen`,
  completed: name => `„${name}“ erledigt`,
  toTomorrow: name => `„${name}“ auf den nächsten Tag verschieben`,
  toToday: name => `„${name}“ heute erledigen`,
  putOff: name => `„${name}“ auf einen anderen Tag verschoben`,
  add: 'Aufgabe hinzufügen',
  added: name => `„${name}“ hinzugefügt`,
}
