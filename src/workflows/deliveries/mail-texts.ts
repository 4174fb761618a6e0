// Has the words below the mails of workflows, and those of the page that ends them, in each language.
import { textsIn } from '../../locale/texts-in.ts'

const en = {
  tag: 'en',
  why: (sender: string): string => `This mail was sent by ${sender}.`,
  unsubscribe: 'Unsubscribe',
  question: (email: string): string => `No more of these mails to ${email}?`,
  explained: 'Letters and mails that a person writes to you may still come.',
  done: 'You get no more of these mails.',
  again: 'If that was a mistake, tell the people who wrote to you.',
}

type DeliveryTexts = typeof en

const de: DeliveryTexts = {
  tag: 'de',
  why: sender => `Diese Mail wurde von ${sender} gesendet.`,
  unsubscribe: 'Abbestellen',
  question: email => `Keine dieser Mails mehr an ${email}?`,
  explained: 'Briefe und Mails, die Ihnen jemand persönlich schreibt, können weiterhin kommen.',
  done: 'Sie erhalten keine dieser Mails mehr.',
  again: 'Wenn das ein Versehen war, sagen Sie es denen, die Ihnen geschrieben haben.',
}

const fr: DeliveryTexts = {
  tag: 'fr',
  why: sender => `Ce message a été envoyé par ${sender}.`,
  unsubscribe: 'Se désabonner',
  question: email => `Ne plus envoyer ces messages à ${email} ?`,
  explained: 'Les lettres et messages qu’une personne vous écrit peuvent toujours arriver.',
  done: 'Vous ne recevrez plus ces messages.',
  again: 'En cas d’erreur, prévenez les personnes qui vous ont écrit.',
}

const es: DeliveryTexts = {
  tag: 'es',
  why: sender => `Este correo fue enviado por ${sender}.`,
  unsubscribe: 'Darse de baja',
  question: email => `¿No enviar más estos correos a ${email}?`,
  explained: 'Aún pueden llegarle cartas y correos que una persona le escriba.',
  done: 'Ya no recibirá estos correos.',
  again: 'Si fue un error, avise a quienes le escribieron.',
}

const languages: Readonly<Record<string, DeliveryTexts>> = { en, de, fr, es }

export const deliveryTextsOf = (language: string): DeliveryTexts => textsIn(languages, language) ?? en
