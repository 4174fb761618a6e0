// The words of the day, in German.
import type { Section } from '../types.ts'

export const day: Section<'day'> = {
  title: 'Mein Tag',
  date: 'Tag',
  before: 'Der Tag davor',
  after: 'Der Tag danach',
  today: 'Heute',
  appointments: 'Termine',
  noAppointments: 'Kein Termin ist im Weg.',
  tasks: 'Aufgaben',
  overdue: 'Überfällig',
  allTasks: 'Alle Aufgaben',
  noTasks: 'An diesem Tag ist nichts zu tun.',
  complete: name => `„${name}“ erledigen`,
  completed: name => `„${name}“ erledigt`,
  toTomorrow: name => `„${name}“ auf den nächsten Tag verschieben`,
  toToday: name => `„${name}“ heute erledigen`,
  putOff: name => `„${name}“ auf einen anderen Tag verschoben`,
  add: 'Aufgabe hinzufügen',
  added: name => `„${name}“ hinzugefügt`,
}
