// Checks the templates of mails, shows what they become for a record, and keeps suppressed addresses unique.

import { systemUid } from '../../../fields/kinds/user.ts'
import { decodeKey } from '../../../fields/record-key.ts'
import type { EntityRules, RuleContext } from '../types.ts'
import { fieldsOf, filled, mostPlaceholders, placeholdersIn } from './placeholders.ts'
import { entityOf } from './plan.ts'

const texts = [
  ['Subject', 'subject'],
  ['Text', 'text'],
] as const

export const mailTemplateRules: EntityRules = {
  before: async write => {
    const entity = entityOf(write.row)
    checkPlaceholders(write, entity)
    const preview = write.options.previewkey
    if (typeof preview === 'string' && write.problems.count === 0) await showPreview(write, entity, preview)
  },
  beforeDelete: async bin => {
    const used = await bin.rowsOf('workflow_action', { mail_template_key: bin.id, deleted: null })
    if (used.length === 0) return
    const here = `${bin.path}.Key`
    const which = used.length === 1 ? '1 action of a workflow sends' : `${used.length} actions of workflows send`
    bin.problems.add('ItemInUse', here, `${here}: ${which} it; change or delete them first.`)
  },
}

function checkPlaceholders(write: RuleContext, entity: string): void {
  for (const [field, column] of texts) {
    const text = write.row[column]
    if (typeof text !== 'string' || (!write.sent(field) && !write.creating)) continue
    const here = `${write.path}.${field}`
    const placeholders = placeholdersIn(text)
    const paths = new Set(placeholders.map(({ path }) => path))
    if (paths.size > mostPlaceholders)
      write.problem('InvalidValue', field, `${here} names more than ${mostPlaceholders} fields.`)
    for (const path of [...paths].slice(0, mostPlaceholders)) {
      const why = whyNoPlaceholder(write, path, entity)
      if (why !== null) write.problem('InvalidValue', field, `${here}: {{${path}}}: ${why}`)
    }
  }
}

function whyNoPlaceholder(write: RuleContext, path: string, entity: string): string | null {
  const [first = '', ...rest] = path.replace(/^\//, '').split('/')
  if (first.toLowerCase() !== entity.toLowerCase() || rest.length === 0)
    return `a placeholder begins with the entity: {{${entity}/DisplayValue}}.`
  return write.whyNoField(entity, rest.join('/'))
}

/** Validate with `Options.PreviewKey` answers what the texts become for that record. */
async function showPreview(write: RuleContext, entity: string, sent: string): Promise<void> {
  const key = decodeKey(sent)
  const here = `${write.path.replace(/\.Data(\[\d+\])?$/, '')}.Options.PreviewKey`
  const { subject, text } = write.row
  const [ofSubject, ofText] = [String(subject ?? ''), String(text ?? '')]
  const placeholders = [...placeholdersIn(ofSubject), ...placeholdersIn(ofText)]
  const fields = { Key: 1, ...fieldsOf(write, placeholders, entity) }
  const values = key?.kind === entity ? await write.valuesOf(entity, key.id, fields) : null
  if (!key || !values) {
    write.problems.add('UnknownKey', here, `${here}: there is no such ${entity}.`)
    return
  }
  write.answer('Preview', {
    Subject: filled(write, ofSubject, key, values),
    Text: filled(write, ofText, key, values),
  })
}

export const mailSuppressionRules: EntityRules = {
  before: async write => {
    const { row } = write
    if (!write.creating) return
    row.reason = write.uid === systemUid ? 'Unsubscribed' : 'Added'
    if (typeof row.email_f !== 'string') return
    await write.alone('MailSuppression')
    const [known] = await write.findBy('MailSuppression', 'email_f', row.email_f, 1)
    if (known) write.problem('AlreadyExists', 'Email', `${write.path}.Email: the address is suppressed already.`)
  },
}
