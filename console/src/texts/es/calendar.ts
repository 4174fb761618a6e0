// The words of the calendar, in Spanish.
import type { Section } from '../types.ts'

export const calendar: Section<'calendar'> = {
  title: 'Calendario',
  before: 'Antes',
  after: 'Después',
  today: 'Hoy',
  view: 'Vista',
  views: { week: 'Semana', day: 'Día', month: 'Mes' },
  withTasks: 'Tareas',
  add: 'Nueva cita',
  hours: 'Horas del día',
  recurring: 'periódica',
  done: 'hecha',
  cut: 'Solo se muestran los primeros 500 de cada tipo.',
  moved: name => `«${name}» movido`,
  more: count => `${count} más`,
}
