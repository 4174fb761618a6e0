// The words of the calendar, in French.
import type { Section } from '../types.ts'

export const calendar: Section<'calendar'> = {
  title: 'Calendrier',
  before: 'Plus tôt',
  after: 'Plus tard',
  today: 'Aujourd’hui',
  view: 'Affichage',
  views: { week: 'Semaine', day: 'Jour', month: 'Mois' },
  withTasks: 'Tâches',
  add: 'Nouveau rendez-vous',
  hours: 'Heures de la journée',
  recurring: 'récurrente',
  done: 'terminée',
  cut: 'Seuls les 500 premiers de chaque sorte sont affichés.',
  moved: name => `« ${name} » déplacé`,
  more: count => `${count} de plus`,
}
