// Checks writes of opportunities and sets contact, team, stages and revenue.

import { settleContact } from './contact-of.ts'
import { defaultUser } from './default-user.ts'
import { settleCurrency } from './opportunity-currency.ts'
import { checkStage, moveStages } from './opportunity-stages.ts'
import { singleUserTeam } from './sales-team-rules.ts'
import { editTags } from './tag-rules.ts'
import type { EntityRules, RuleContext } from './types.ts'

const inProgress = 2

export const opportunityRules: EntityRules = {
  before: async write => {
    await editTags(write, 'opportunity')
    const { row } = write
    await settleContact(write)
    checkDriver(write)
    defaultUser(write, 'leader')
    row.sales_team_key ??= singleUserTeam
    row.status ??= inProgress
    await checkStage(write)
    await settleCurrency(write)
  },
  after: moveStages,
}

/** Only the SQL implementation of the driver can move an opportunity to another entry. */
function checkDriver(write: RuleContext): void {
  if (write.creating || write.row.ab_entry_key === write.before.ab_entry_key) return
  if (write.drivers.get('IOpportunityAccess') === 'sql' || write.row.ab_entry_key === null) return
  const driver = '"IOpportunityAccess": "Service.Model.Access.Sql.OpportunityAccess"'
  const message = `${write.path}.AbEntryKey: changing it needs ${driver} in Configuration.Drivers.`
  write.problem('DriverRequired', 'AbEntryKey', message)
}
