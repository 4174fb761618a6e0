// Has the words of the mails that tell users of notifications, in each language.
import { textsIn } from '../locale/texts-in.ts'

const en = {
  tag: 'en',
  subject: (count: number, first: string): string => (count === 1 ? first : `${count} notifications: ${first}`),
  kinds: {
    Assigned: (who: string): string => `${who} assigned this to you`,
    Mentioned: (who: string): string => `${who} mentioned you`,
    Moved: (who: string): string => `${who} moved your sale to another stage`,
    Due: (): string => 'This task is due',
  },
  more: (count: number): string => `and ${count} more`,
  open: 'Open the notifications',
  why: (database: string): string => `You get this mail because you chose it on your account page in ${database}.`,
  unsubscribe: 'Unsubscribe',
  question: (database: string): string => `No more mails about notifications of ${database}?`,
  stays: 'The bell in the console goes on showing them.',
  done: 'You get no more of these mails.',
  again: 'You can choose them again on your account page.',
  unknown: 'This link is not valid.',
}

export type MailTexts = typeof en

const de: MailTexts = {
  tag: 'de',
  subject: (count, first) => (count === 1 ? first : `${count} Benachrichtigungen: ${first}`),
  kinds: {
    Assigned: who => `${who} hat Ihnen dies zugewiesen`,
    Mentioned: who => `${who} hat Sie erwähnt`,
    Moved: who => `${who} hat Ihre Verkaufschance in eine andere Phase verschoben`,
    Due: () => 'Diese Aufgabe ist fällig',
  },
  more: count => `und ${count} weitere`,
  open: 'Benachrichtigungen öffnen',
  why: database => `Sie erhalten diese Mail, weil Sie sie auf Ihrer Kontoseite in ${database} gewählt haben.`,
  unsubscribe: 'Abbestellen',
  question: database => `Keine Mails über Benachrichtigungen von ${database} mehr?`,
  stays: 'Die Glocke in der Konsole zeigt sie weiterhin.',
  done: 'Sie erhalten keine dieser Mails mehr.',
  again: 'Auf Ihrer Kontoseite können Sie sie wieder wählen.',
  unknown: 'Dieser Link ist nicht gültig.',
}

const fr: MailTexts = {
  tag: 'fr',
  subject: (count, first) => (count === 1 ? first : `${count} notifications : ${first}`),
  kinds: {
    Assigned: who => `${who} vous a attribué ceci`,
    Mentioned: who => `${who} vous a mentionné`,
    Moved: who => `${who} a fait passer votre opportunité à une autre étape`,
    Due: () => 'Cette tâche arrive à échéance',
  },
  more: count => `et ${count} de plus`,
  open: 'Ouvrir les notifications',
  why: database => `Vous recevez ce message parce que vous l’avez choisi sur la page de votre compte dans ${database}.`,
  unsubscribe: 'Se désabonner',
  question: database => `Ne plus recevoir de messages sur les notifications de ${database} ?`,
  stays: 'La cloche de la console continue de les montrer.',
  done: 'Vous ne recevrez plus ces messages.',
  again: 'Vous pouvez les choisir de nouveau sur la page de votre compte.',
  unknown: 'Ce lien n’est pas valide.',
}

const es: MailTexts = {
  tag: 'es',
  subject: (count, first) => (count === 1 ? first : `${count} notificaciones: ${first}`),
  kinds: {
    Assigned: who => `${who} le ha asignado esto`,
    Mentioned: who => `${who} le ha mencionado`,
    Moved: who => `${who} ha cambiado de fase su oportunidad`,
    Due: () => 'Esta tarea vence',
  },
  more: count => `y ${count} más`,
  open: 'Abrir las notificaciones',
  why: database => `Recibe este correo porque lo eligió en la página de su cuenta de ${database}.`,
  unsubscribe: 'Darse de baja',
  question: database => `¿No recibir más correos sobre las notificaciones de ${database}?`,
  stays: 'La campana de la consola las sigue mostrando.',
  done: 'Ya no recibirá estos correos.',
  again: 'Puede volver a elegirlos en la página de su cuenta.',
  unknown: 'Este enlace no es válido.',
}

const languages: Readonly<Record<string, MailTexts>> = { en, de, fr, es }

/** English when there are none in the language of the culture. */
export const mailTextsOf = (culture: string): MailTexts => textsIn(languages, culture) ?? en
