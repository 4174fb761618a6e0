// The names of the entities as people say them, in Spanish.
import type { Section } from '../types.ts'

export const entities: Section<'entities'> = {
  AbEntry: { one: 'Entrada', new: 'Nueva entrada', many: 'Libreta de direcciones' },
  Opportunity: { one: 'Oportunidad', new: 'Nueva oportunidad', many: 'Oportunidades' },
  Case: { one: 'Caso', new: 'Nuevo caso', many: 'Casos' },
  Lead: { one: 'Candidato', new: 'Nuevo candidato', many: 'Candidatos' },
  Task: { one: 'Tarea', new: 'Nueva tarea', many: 'Tareas' },
  Appointment: { one: 'Cita', new: 'Nueva cita', many: 'Citas' },
  Interaction: { one: 'Interacción', many: 'Interacciones' },
  RequestLog: { one: 'Solicitud', many: 'Registro de solicitudes' },
  Campaign: { one: 'Campaña', new: 'Nueva campaña', many: 'Campañas' },
  Custom: { one: 'Registro propio', new: 'Nuevo registro', many: 'Registros propios' },
  CustomChild: { one: 'Registro dependiente', new: 'Nuevo registro dependiente', many: 'Registros dependientes' },
}
