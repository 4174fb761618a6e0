// The words of invitations, in Spanish.
import type { Section } from '../types.ts'

export const invitations: Section<'invitations'> = {
  title: 'Invitaciones',
  invite: 'Invitar a personas',
  none: 'Todavía no hay invitaciones.',
  folder: 'No hay servidor de correo configurado: los correos se escriben en la carpeta de salida del servidor.',
  person: 'Persona',
  status: 'Estado',
  sent: 'Enviada',
  until: 'hasta',
  again: 'Enviar de nuevo',
  revoke: 'Revocar',
  statuses: { pending: 'Pendiente', accepted: 'Aceptada', expired: 'Caducada', revoked: 'Revocada' },
  notSent: reason => `El correo no se envió: ${reason}`,
  sentTo: (email, isReset) =>
    isReset
      ? `Un enlace para elegir una contraseña nueva va camino de ${email}.`
      : `La invitación va camino de ${email}.`,
  access: 'Acceso',
  linkHint:
    'Envía de nuevo la invitación, o un enlace para elegir una contraseña nueva. Los enlaces anteriores dejan de valer.',
  sendLink: 'Enviar un enlace por correo',
  invited: count => `${count} ${count === 1 ? 'invitación enviada' : 'invitaciones enviadas'}.`,
  submit: count => (count > 1 ? `Enviar ${count} invitaciones` : 'Enviar la invitación'),
  addresses: 'Direcciones de correo',
  addressesHint: 'Una o varias, con o sin nombres, copiadas de un correo o de una hoja de cálculo.',
  example: 'Ana Ruiz <ana@example.com>',
  unread: text => `No hay dirección de correo en: ${text}`,
  member: 'ya es usuario.',
  groups: 'Grupos',
  language: 'Idioma del correo',
  mine: 'Mi idioma',
  administrators: 'Administradores',
  ssoOnly: 'Solo inicio de sesión único',
}
