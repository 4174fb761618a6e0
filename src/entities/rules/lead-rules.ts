// Checks that a lead has a name or a company, and that its stage is one of its process.
import { settleProcess } from './process-setup-rules.ts'
import { editTags } from './tag-rules.ts'
import type { EntityRules } from './types.ts'

const names = { FirstName: 'first_name', LastName: 'last_name', CompanyName: 'company_name' }

export const leadRules: EntityRules = {
  before: async write => {
    await editTags(write, 'lead')
    // A name that was refused has its own problem.
    const has = Object.entries(names).some(([field, column]) => Boolean(write.value(field) || write.row[column]))
    if (!has) write.mandatory('LastName', false)
    await settleProcess(write)
  },
}
