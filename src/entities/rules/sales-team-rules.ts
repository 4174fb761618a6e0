// Edits the members of a sales team; protects the default sales team, and teams of opportunities, from being deleted.
import { editList } from './edit-list.ts'
import type { EntityRules } from './types.ts'

/** The team of an opportunity when the request names none. */
export const singleUserTeam = '65535'

export const salesTeamRules: EntityRules = {
  before: write => editList(write, 'sales_team_members'),
  beforeDelete: async bin => {
    const here = `${bin.path}.Key`
    if (bin.id === singleUserTeam) {
      bin.problems.add(
        'RuleViolated',
        here,
        `${here}: opportunities without a team have this one; it cannot be deleted.`,
      )
    } else if (await bin.exists('opportunity', { sales_team_key: bin.id })) {
      bin.problems.add('ItemInUse', here, `${here}: opportunities have this team.`)
    }
  },
}
