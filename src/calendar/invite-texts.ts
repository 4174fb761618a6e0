// Has the words of the mails that bring invitations, in each language.
import { textsIn } from '../locale/texts-in.ts'

const en = {
  tag: 'en',
  invites: (who: string, subject: string): string => `Invitation: ${subject} (${who})`,
  changes: (who: string, subject: string): string => `Changed: ${subject} (${who})`,
  cancels: (who: string, subject: string): string => `Cancelled: ${subject} (${who})`,
  invited: (who: string): string => `${who} invites you to this appointment.`,
  changed: (who: string): string => `${who} has changed this appointment.`,
  cancelled: (who: string): string => `${who} has cancelled this appointment for you.`,
  where: 'Where',
  when: 'When',
  answer: 'Your answer goes to the organizer by mail.',
}

type InviteTexts = typeof en

const de: InviteTexts = {
  tag: 'de',
  invites: (who, subject) => `Einladung: ${subject} (${who})`,
  changes: (who, subject) => `Geändert: ${subject} (${who})`,
  cancels: (who, subject) => `Abgesagt: ${subject} (${who})`,
  invited: who => `${who} lädt Sie zu diesem Termin ein.`,
  changed: who => `${who} hat diesen Termin geändert.`,
  cancelled: who => `${who} hat diesen Termin für Sie abgesagt.`,
  where: 'Wo',
  when: 'Wann',
  answer: 'Ihre Antwort geht per Mail an die einladende Person.',
}

const fr: InviteTexts = {
  tag: 'fr',
  invites: (who, subject) => `Invitation : ${subject} (${who})`,
  changes: (who, subject) => `Modifié : ${subject} (${who})`,
  cancels: (who, subject) => `Annulé : ${subject} (${who})`,
  invited: who => `${who} vous invite à ce rendez-vous.`,
  changed: who => `${who} a modifié ce rendez-vous.`,
  cancelled: who => `${who} a annulé ce rendez-vous pour vous.`,
  where: 'Lieu',
  when: 'Date',
  answer: 'Votre réponse est envoyée à la personne qui invite.',
}

const es: InviteTexts = {
  tag: 'es',
  invites: (who, subject) => `Invitación: ${subject} (${who})`,
  changes: (who, subject) => `Modificada: ${subject} (${who})`,
  cancels: (who, subject) => `Cancelada: ${subject} (${who})`,
  invited: who => `${who} le invita a esta cita.`,
  changed: who => `${who} ha modificado esta cita.`,
  cancelled: who => `${who} ha cancelado esta cita para usted.`,
  where: 'Lugar',
  when: 'Fecha',
  answer: 'Su respuesta llega por correo a quien le invita.',
}

const languages: Readonly<Record<string, InviteTexts>> = { en, de, fr, es }

/** English when there are none in the language of the culture. */
export const inviteTextsOf = (culture: string): InviteTexts => textsIn(languages, culture) ?? en
