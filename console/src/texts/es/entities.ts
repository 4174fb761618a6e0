// The names of the entities as people say them, in Spanish.
import type { Section } from '../types.ts'

export const entities: Section<'entities'> = {
  AbEntry: { one: 'Entrada', many: 'Libreta de direcciones' },
  Opportunity: { one: 'Oportunidad', many: 'Oportunidades' },
  Case: { one: 'Caso', many: 'Casos' },
  Lead: { one: 'Candidato', many: 'Candidatos' },
  Task: { one: 'Tarea', many: 'Tareas' },
  Appointment: { one: 'Cita', many: 'Citas' },
  Interaction: { one: 'Interacción', many: 'Interacciones' },
  RequestLog: { one: 'Solicitud', many: 'Registro de solicitudes' },
  Campaign: { one: 'Campaña', many: 'Campañas' },
}
