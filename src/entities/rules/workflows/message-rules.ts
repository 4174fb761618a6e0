// Checks the actions of workflows that send a mail or call a URL, and gives a call its secret.
import { operationTypes } from '../../../fields/kinds/particular/operation-list.ts'
import type { Row } from '../../../storage/store.ts'
import type { RuleContext } from '../types.ts'
import { type Action, actionKinds } from './actions.ts'
import { callSecretOf } from './call-secret.ts'
import { ownPath } from './conditions.ts'
import { assigneeWords } from './make-tasks.ts'
import { entityOf } from './plan.ts'

/** The word of MailTo for the record's own address. */
export const recordWord = 'Record'

/** Fields that belong to one kind of action. */
const membersOf = { MailTemplateKey: actionKinds.mail, MailTo: actionKinds.mail, Url: actionKinds.call } as const

export function checkMembers({ sent, value, path, problem }: RuleContext, { kind }: Action): void {
  for (const [member, of] of Object.entries(membersOf))
    if (kind !== of && sent(member) && value(member) !== null)
      problem('InvalidValue', member, `${path}.${member} is a member of actions of kind ${of}.`)
}

export async function checkMail(write: RuleContext, { operations, template, to }: Action, workflow: Row) {
  const { path, row } = write
  write.mandatory('MailTemplateKey', template !== null)
  if (operations.length > 0) write.problem('InvalidValue', 'Operations', `${path}.Operations: a mail has none.`)
  const found = template === null ? null : await write.find('MailTemplate', template)
  if (found && entityOf(found) !== entityOf(workflow)) {
    const message = `${path}.MailTemplateKey: the template "${found.name}" is one for ${entityOf(found)}, the workflow runs on ${entityOf(workflow)}.`
    write.problem('RuleViolated', 'MailTemplateKey', message)
  }
  if (to === null) return
  const words = [recordWord, ...assigneeWords]
  const word = words.find(each => each.toLowerCase() === to.toLowerCase())
  const uid = write.findUid(to)
  if (word) row.mail_to = word
  else if (await write.find('User', uid)) row.mail_to = uid
  else {
    const message = `${path}.MailTo is ${words.join(', ')} or the Uid of a user, not "${to}".`
    write.problem('InvalidValue', 'MailTo', message)
  }
}

export function checkCall(write: RuleContext, { operations, url }: Action, entity: string): void {
  const { path } = write
  write.mandatory('Url', url !== null)
  const wrong = url === null ? null : whyNoUrl(url)
  if (wrong !== null) write.problem('InvalidValue', 'Url', `${path}.Url ${wrong}.`)
  for (const [i, { FieldName, Type, Data }] of operations.entries()) {
    const here = `${path}.Operations[${i}]`
    const why = FieldName === null ? 'FieldName is mandatory.' : write.whyNoField(entity, ownPath(FieldName, entity))
    if (why !== null) write.problem('InvalidValue', 'Operations', `${here}.FieldName: ${why}`)
    if (Type !== operationTypes.set || Data !== null)
      write.problem('InvalidValue', 'Operations', `${here}: a call names fields to send, without Type and Data.`)
  }
  if (write.creating || write.options.newsecret === true) giveSecret(write)
}

function whyNoUrl(text: string): string | null {
  if (!URL.canParse(text)) return 'is not a URL'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'is neither https nor http'
  return username === '' && password === '' ? null : 'has a user name or a password'
}

function giveSecret({ row, db, id, path, commonKey, newId, problem, answer }: RuleContext): void {
  const key = commonKey()
  if (key === null) {
    const why = 'the nodes share a store and no setting secret-key, so they could not sign the calls'
    problem('RuleViolated', 'Url', `${path}.Url: ${why}.`)
    return
  }
  row.secret_salt = newId()
  answer('Secret', callSecretOf(key, { db, action: id, salt: row.secret_salt }))
}
