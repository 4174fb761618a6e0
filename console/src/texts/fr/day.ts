// The words of the day, in French.
import type { Section } from '../types.ts'

export const day: Section<'day'> = {
  title: 'Ma journée',
  date: 'Jour',
  before: 'La veille',
  after: 'Le lendemain',
  today: 'Aujourd’hui',
  appointments: 'Rendez-vous',
  noAppointments: 'Aucun rendez-vous ce jour-là.',
  tasks: 'Tâches',
  overdue: 'En retard',
  allTasks: 'Toutes les tâches',
  noTasks: 'Rien à faire ce jour-là.',
  complete: name => `Terminer « ${name} »`,
  completed: name => `« ${name} » terminée`,
  toTomorrow: name => `Reporter « ${name} » au lendemain`,
  toToday: name => `Faire « ${name} » aujourd’hui`,
  putOff: name => `« ${name} » reportée à un autre jour`,
  add: 'Ajouter une tâche',
  added: name => `« ${name} » ajoutée`,
}
