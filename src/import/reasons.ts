// Says in the language of a user why a row is rejected. English reasons are the messages themselves, which say most.
import { errorRegistry } from '../base/error-codes.ts'
import { textsIn } from '../locale/texts-in.ts'
import type { RowProblem } from './mapping/row-record.ts'

/** The errors that rows of files have. Others are said in general words. */
type Reasons = Readonly<Record<(typeof named)[number] | 'other', string>> & {
  at(column: string, reason: string): string
}

const named = [
  ...(['InvalidValue', 'WrongType', 'TooLong', 'UnknownOption', 'UnknownKey', 'AlreadyExists', 'Required'] as const),
  ...(['ReadOnlyField', 'FieldNotApplicable', 'Unchangeable', 'AccessDenied', 'RuleViolated'] as const),
] as const

const languages: Readonly<Record<string, Reasons>> = {
  de: {
    InvalidValue: 'Der Wert ist ungültig.',
    WrongType: 'Der Wert hat die falsche Art.',
    TooLong: 'Der Text ist zu lang.',
    UnknownOption: 'Diese Option gibt es nicht.',
    UnknownKey: 'Diesen Datensatz gibt es weder in der Datei noch in der Datenbank.',
    AlreadyExists: 'Den Wert gibt es schon, oder mehrere Datensätze haben ihn.',
    Required: 'Ein Wert fehlt.',
    ReadOnlyField: 'Das Feld kann nicht geschrieben werden.',
    FieldNotApplicable: 'Das Feld passt nicht zur Art des Datensatzes.',
    Unchangeable: 'Das Feld kann nicht mehr geändert werden.',
    AccessDenied: 'Sie dürfen diesen Datensatz nicht ändern.',
    RuleViolated: 'Eine Regel verbietet das.',
    other: 'Die Zeile kann nicht geschrieben werden.',
    at: (column, reason) => `${column}: ${reason}`,
  },
  fr: {
    InvalidValue: 'La valeur n’est pas valable.',
    WrongType: 'La valeur n’est pas du bon type.',
    TooLong: 'Le texte est trop long.',
    UnknownOption: 'Cette option n’existe pas.',
    UnknownKey: 'Cette fiche n’existe ni dans le fichier ni dans la base.',
    AlreadyExists: 'La valeur existe déjà, ou plusieurs fiches l’ont.',
    Required: 'Une valeur manque.',
    ReadOnlyField: 'Le champ ne peut pas être écrit.',
    FieldNotApplicable: 'Le champ ne convient pas au type de la fiche.',
    Unchangeable: 'Le champ ne peut plus être modifié.',
    AccessDenied: 'Vous ne pouvez pas modifier cette fiche.',
    RuleViolated: 'Une règle l’interdit.',
    other: 'La ligne ne peut pas être écrite.',
    at: (column, reason) => `${column} : ${reason}`,
  },
  es: {
    InvalidValue: 'El valor no es válido.',
    WrongType: 'El valor no es del tipo correcto.',
    TooLong: 'El texto es demasiado largo.',
    UnknownOption: 'Esta opción no existe.',
    UnknownKey: 'Este registro no existe ni en el archivo ni en la base.',
    AlreadyExists: 'El valor ya existe, o varios registros lo tienen.',
    Required: 'Falta un valor.',
    ReadOnlyField: 'El campo no se puede escribir.',
    FieldNotApplicable: 'El campo no corresponde al tipo del registro.',
    Unchangeable: 'El campo ya no se puede cambiar.',
    AccessDenied: 'No puede cambiar este registro.',
    RuleViolated: 'Una regla lo prohíbe.',
    other: 'La fila no se puede escribir.',
    at: (column, reason) => `${column}: ${reason}`,
  },
}

/** `culture` is that of the user, such as de-CH. */
export function reasonOf({ ErrorCode, Path, Message, Column }: RowProblem, culture: string): string {
  const words = textsIn(languages, culture)
  if (!words) return Message
  const reason = words[named.find(name => errorRegistry[name].code === ErrorCode) ?? 'other']
  const place = Column ?? Path
  return place === '' ? reason : words.at(place, reason)
}
