// Orders the stages of sales processes, and protects processes and stages of opportunities from being deleted.
import type { BinContext, EntityRules } from './types.ts'

export const salesProcessSetupRules: EntityRules = {
  beforeDelete: bin => refuseUsed(bin, { sales_process_setup_key: bin.id }),
}

export const salesStageSetupRules: EntityRules = {
  before: async write => {
    write.row.target_age ??= 0
    if (write.row.sequence !== null && write.row.sequence !== undefined) return
    if (typeof write.row.sales_process_setup_key !== 'string') return
    await write.alone('SalesStageSetup')
    const others = await write.findBy('SalesStageSetup', 'sales_process_setup_key', write.row.sales_process_setup_key)
    const places = others.filter(other => other.id !== write.id).map(other => Number(other.sequence))
    write.row.sequence = Math.max(0, ...places) + 1
  },
  // Updates the order of the stage rows of opportunities.
  after: async write => {
    const { sequence = null } = write.row
    if (write.creating || sequence === write.before.sequence) return
    await write.changeWhere('SalesStage', 'sales_stage_setup_key', write.id, { sequence })
  },
  beforeDelete: async bin => {
    await refuseUsed(bin, { sales_stage_setup_key: bin.id })
    if (bin.problems.count === 0 && (await bin.exists('sales_stage', { sales_stage_setup_key: bin.id }))) refuse(bin)
  },
}

const refuse = (bin: BinContext): void =>
  bin.problems.add('ItemInUse', `${bin.path}.Key`, `${bin.path}.Key: opportunities follow it.`)

async function refuseUsed(bin: BinContext, where: Record<string, string>): Promise<void> {
  if (await bin.exists('opportunity', where)) refuse(bin)
}
