// Checks writes of address book entries, saves the default address, and copies a company's name to its contacts.
import { companyNameOpen } from '../../fields/kinds/particular/company-name.ts'
import type { Row } from '../../storage/store.ts'
import { saveDefaultAddress, settleDefaultAddress } from './address-rules.ts'
import { editTags } from './tag-rules.ts'
import type { EntityRules, RuleContext } from './types.ts'

/** A longer chain of ReportsToKey counts as a cycle. */
const longestLine = 100

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

export const abEntryRules: EntityRules = {
  defaults: value => (isEmpty(value('Type')) ? { Type: isEmpty(value('ParentKey')) ? 'Company' : 'Contact' } : {}),
  before: async write => {
    await editTags(write, 'ab_entry')
    if (write.creating && write.row.type === 'Contact') await joinParent(write)
    if (typeof write.row.reports_to_key === 'string' && write.row.reports_to_key !== write.before.reports_to_key) {
      await checkReportsTo(write, write.row.reports_to_key)
    }
    await settleDefaultAddress(write)
  },
  after: async write => {
    await saveDefaultAddress(write)
    const { creating, id, row, before, changeWhere } = write
    if (creating || row.type === 'Contact') return
    const [copies, former] = [contactCopies(row), contactCopies(before)]
    if (copies.company_name === former.company_name && copies[companyNameOpen] === former[companyNameOpen]) return
    await changeWhere('AbEntry', 'parent_key', id, copies)
  },
}

/** A contact has a copy of its parent's company name, so that lists can be sorted and searched by it. */
async function joinParent(write: RuleContext): Promise<void> {
  if (typeof write.row.parent_key !== 'string') return
  const parent = await write.find('AbEntry', write.row.parent_key)
  if (!parent) return
  if (parent.type === 'Contact') {
    write.problem(
      'RuleViolated',
      'ParentKey',
      `${write.path}.ParentKey needs a Company or an Individual, not a Contact.`,
    )
    return
  }
  Object.assign(write.row, contactCopies(parent))
}

/** What the contacts of an entry have of it: its company name, and whether everyone may read it. */
export const contactCopies = ({ company_name, company_name_f, sec_access_read }: Readonly<Row>) => ({
  company_name: company_name ?? null,
  company_name_f: company_name_f ?? null,
  [companyNameOpen]: Number(sec_access_read ?? 0) === 0 ? 1 : 0,
})

async function checkReportsTo(write: RuleContext, key: string): Promise<void> {
  const here = `${write.path}.ReportsToKey`
  let next: string | null = key
  for (let step = 0; next !== null; step++) {
    if (next === write.id || step === longestLine) {
      write.problem(
        'RuleViolated',
        'ReportsToKey',
        `${here}: a Contact cannot report to itself, not even through others.`,
      )
      return
    }
    const entry = await write.find('AbEntry', next)
    if (step === 0 && entry && entry.type !== 'Contact') {
      write.problem('RuleViolated', 'ReportsToKey', `${here} needs a Contact, not a record of the Type ${entry.type}.`)
      return
    }
    next = (entry?.reports_to_key as string | null | undefined) ?? null
  }
}
