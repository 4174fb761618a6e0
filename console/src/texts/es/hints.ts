// What helps to fill in a field, by entity and field, in Spanish.
import type { Section } from '../types.ts'

export const hints: Section<'hints'> = {
  'Opportunity/Objective': 'Lo que quiere vender',
  'Opportunity/Contact': 'Su interlocutor allí',
  'Opportunity/CloseDate': 'Cuándo espera la decisión',
  'Task/Activity': 'Lo que hay que hacer',
  'User/Uid': 'Un nombre corto para entrar y ser mencionado',
  'User/Admin': 'Puede cambiar la configuración y verlo todo',
  'User/Enabled': 'Puede iniciar sesión',
  'User/SsoOnly': 'Entra con su proveedor de identidad, nunca con contraseña',
  'User/Culture': 'Formato de fechas y números, por ejemplo es-ES',
  'User/TimeZone': 'Por ejemplo Europe/Madrid',
  'User/Password': 'Déjelo vacío para enviar una invitación',
  'CurrencyRate/Rate': 'Cuánto vale una unidad en su moneda',
  'CurrencyRate/CurrencyCode': 'Tres letras, por ejemplo EUR',
  'CurrencyRate/EffectiveDate': 'Vale desde este día',
  'Territory/SortOrder': 'Los números menores primero',
  'Appointment/SendInvitations': 'Todos los participantes reciben la cita por correo, sus cambios y su cancelación.',
  'Workflow/Owner': 'Los desencadenadores inician el flujo en nombre de este usuario; vacío para usted',
  'Workflow/IsSequential': 'Si no, todas las tareas o etapas empiezan a la vez',
  'Workflow/HasStages': 'Las tareas pertenecen a etapas',
}
