// Orders the stages of processes, protects those of leads from being deleted, and checks the stage of a lead against its process.
import type { BinContext, EntityRules, RuleContext } from './types.ts'

export const processSetupRules: EntityRules = {
  beforeDelete: bin => refuseUsed(bin, 'process_setup_key'),
}

export const processStageSetupRules: EntityRules = {
  before: async write => {
    const { row } = write
    row.target_age ??= 0
    if (typeof row.sequence === 'number' || typeof row.process_setup_key !== 'string') return
    await write.alone('ProcessStageSetup')
    const others = await write.findBy('ProcessStageSetup', 'process_setup_key', row.process_setup_key)
    const places = others.filter(other => other.id !== write.id).map(other => Number(other.sequence))
    row.sequence = Math.max(0, ...places) + 1
  },
  beforeDelete: bin => refuseUsed(bin, 'process_stage_setup_key'),
}

async function refuseUsed(bin: BinContext, column: string): Promise<void> {
  if (!(await bin.exists('lead', { [column]: bin.id }))) return
  bin.problems.add('ItemInUse', `${bin.path}.Key`, `${bin.path}.Key: leads are in it.`)
}

/** A stage sets its process; a new process without a stage clears the stage; a stage of another process is refused. */
export async function settleProcess(write: RuleContext): Promise<void> {
  const { row } = write
  const moved = write.sent('ProcessSetupKey') && !write.sent('ProcessStageSetupKey')
  if (moved && row.process_setup_key !== write.before.process_setup_key) row.process_stage_setup_key = null
  if (typeof row.process_stage_setup_key !== 'string') return
  const stage = await write.find('ProcessStageSetup', row.process_stage_setup_key)
  if (!stage) return
  if (!write.sent('ProcessSetupKey')) row.process_setup_key = stage.process_setup_key ?? null
  else if (stage.process_setup_key !== row.process_setup_key) {
    const message = `${write.path}.ProcessStageSetupKey is a stage of another process.`
    write.problem('RuleViolated', 'ProcessStageSetupKey', message)
  }
}
