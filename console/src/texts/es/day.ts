// The words of the day, in Spanish.
import type { Section } from '../types.ts'

export const day: Section<'day'> = {
  title: 'Mi día',
  date: 'Día',
  before: 'Día anterior',
  after: 'Día siguiente',
  today: 'Hoy',
  appointments: 'Citas',
  noAppointments: 'No hay citas.',
  tasks: 'Tareas',
  overdue: 'Vencidas',
  allTasks: 'Todas las tareas',
  noTasks: 'No hay tareas para este día.',
  complete: name => `Completar «${name}»`,
  completed: name => `«${name}» completada`,
  toTomorrow: name => `Aplazar «${name}» al día siguiente`,
  toToday: name => `Hacer «${name}» hoy`,
  putOff: name => `«${name}» movida a otro día`,
  add: 'Añadir tarea',
  added: name => `«${name}» añadida`,
}
