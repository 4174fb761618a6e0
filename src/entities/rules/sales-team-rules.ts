// Sales teams: the one that opportunities have by default stays, and so does one that an opportunity has.
import type { EntityRules } from './types.ts'

/** The team that an opportunity has when none is given. */
export const singleUserTeam = '65535'

export const salesTeamRules: EntityRules = {
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
