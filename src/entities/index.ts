// The list of entities: adding one means writing its file and naming it here.
import { abEntry } from './ab-entry.ts'
import { application } from './application.ts'
import { appointment } from './appointment.ts'
import { campaign } from './campaign.ts'
import { caseEntity } from './case.ts'
import { columnSetup } from './column-setup.ts'
import { currencyRate } from './currency-rate.ts'
import { document } from './document.ts'
import type { Entity } from './entity.ts'
import { history } from './history.ts'
import { interaction } from './interaction.ts'
import { lead } from './lead.ts'
import { note } from './note.ts'
import { opportunity } from './opportunity.ts'
import { personalAccessToken } from './personal-access-token.ts'
import { salesProcessSetup } from './sales-process-setup.ts'
import { salesStage } from './sales-stage.ts'
import { salesStageSetup } from './sales-stage-setup.ts'
import { salesTeam } from './sales-team.ts'
import { securityGroup } from './security-group.ts'
import { task } from './task.ts'
import { territory } from './territory.ts'
import { user } from './user.ts'

export const entities: readonly Entity[] = [
  abEntry,
  interaction,
  opportunity,
  salesStage,
  document,
  columnSetup,
  lead,
  caseEntity,
  campaign,
  appointment,
  note,
  task,
  user,
  securityGroup,
  territory,
  salesTeam,
  salesProcessSetup,
  salesStageSetup,
  currencyRate,
  personalAccessToken,
  application,
  history,
]
