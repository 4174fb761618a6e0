// The words of the day, in Spanish.
import type { Section } from '../types.ts'

export const day: Section<'day'> = {
  title: 'Mi día',
  date: 'Día',
  before: 'El día anterior',
  after: 'El día siguiente',
  today: 'Hoy',
  appointments: 'Citas',
  noAppointments: 'No hay ninguna cita.',
  tasks: 'Tareas',
  overdue: 'Vencidas',
  allTasks: 'Todas las tareas',
  noTasks: 'Nada que hacer este día.',
  complete: name => `Completar «${name}»`,
  completed: name => `«${name}» completada`,
  toTomorrow: name => `Aplazar «${name}» al día siguiente`,
  toToday: name => `Hacer «${name}» hoy`,
  putOff: name => `«${name}» movida a otro día`,
  add: 'Añadir una tarea',
  added: name => `«${name}» añadida`,
}
