// Moves an opportunity through the stages of its sales process; the age of the current stage runs while it is open.
import type { RecordRow } from '../entity.ts'
import { isClosed } from './revenue.ts'
import type { RuleContext } from './types.ts'

const text = (value: RecordRow[string] | undefined): string | null => (typeof value === 'string' ? value : null)

/** Checks that the stage belongs to the process and that a process has a stage. */
export async function checkStage(write: RuleContext): Promise<void> {
  const { row, before, path } = write
  const [process, stage] = [text(row.sales_process_setup_key), text(row.sales_stage_setup_key)]
  if (process === null) {
    // A process that was refused has its own problem.
    const alone = !write.value('SalesProcessSetupKey') && !write.value('SalesProcessSetup')
    if (alone && stage !== null && stage !== text(before.sales_stage_setup_key)) {
      const message = `${path}.SalesStageSetupKey is a stage of a sales process: send SalesProcessSetupKey too.`
      write.problem('RuleViolated', 'SalesStageSetupKey', message)
    }
    row.sales_stage_setup_key = null
    return
  }
  const moved = process !== text(before.sales_process_setup_key)
  const kept = stage !== null && stage === text(before.sales_stage_setup_key)
  write.mandatory('SalesStageSetupKey', stage !== null && !(moved && kept))
  if (stage === null || (kept && !moved)) return
  const setup = await write.find('SalesStageSetup', stage)
  if (setup && setup.sales_process_setup_key !== process && !(moved && kept)) {
    const message = `${path}.SalesStageSetupKey must be a stage of the opportunity's sales process.`
    write.problem('RuleViolated', 'SalesStageSetupKey', message)
  }
}

/** Updates the stage rows to the opportunity's current stage and status. */
export async function moveStages(write: RuleContext): Promise<void> {
  const { row, before, id } = write
  const [process, stage] = [text(row.sales_process_setup_key), text(row.sales_stage_setup_key)]
  if (process !== text(before.sales_process_setup_key)) {
    await write.remove('sales_stage', { opportunity_key: id })
    const current = process === null ? null : await enterProcess(write, process, stage)
    await setCurrent(write, current)
  } else if (process !== null && stage !== text(before.sales_stage_setup_key)) {
    await stopAge(write)
    await setCurrent(write, await enterStage(write, stage as string))
  } else if (process !== null && isClosed(row) !== isClosed(before)) {
    if (isClosed(row)) await stopAge(write)
    else if (text(row.current_sales_stage)) {
      await write.change('SalesStage', row.current_sales_stage as string, { age_since: write.now })
    }
  }
}

async function setCurrent(write: RuleContext, current: string | null): Promise<void> {
  if (current === (write.row.current_sales_stage ?? null)) return
  write.row.current_sales_stage = current
  await write.change('Opportunity', write.id, { current_sales_stage: current })
}

async function enterProcess(write: RuleContext, process: string, stage: string | null): Promise<string | null> {
  const setups = await write.findBy('SalesStageSetup', 'sales_process_setup_key', process)
  setups.sort((a, b) => Number(a.sequence) - Number(b.sequence))
  let current: string | null = null
  for (const setup of setups) {
    const isCurrent = setup.id === stage
    const id = await addStage(write, setup, isCurrent)
    if (isCurrent) current = id
  }
  return current
}

function addStage(write: RuleContext, setup: RecordRow, current: boolean): Promise<string> {
  return write.insert('SalesStage', {
    opportunity_key: write.id,
    sales_stage_setup_key: setup.id ?? null,
    sequence: setup.sequence ?? null,
    current: Number(current),
    age_seconds: 0,
    age_since: current && !isClosed(write.row) ? write.now : null,
    creator: write.uid,
    created: write.now,
    modified_by: write.uid,
    modified: write.now,
    version: 1,
  })
}

/** Stops the age of the current stage, which was left or whose opportunity was closed. */
async function stopAge(write: RuleContext): Promise<void> {
  const current = text(write.before.current_sales_stage)
  const stage = current && (await write.find('SalesStage', current, 'update'))
  if (!stage) return
  const since = stage.age_since === null ? write.now : Number(stage.age_since)
  const passed = Number(stage.age_seconds) + Math.max(0, write.now - since)
  await write.change('SalesStage', current, { age_seconds: passed, age_since: null })
}

/** A stage that was added to the process later has no row yet. */
async function enterStage(write: RuleContext, stage: string): Promise<string> {
  const rows = await write.findBy('SalesStage', 'opportunity_key', write.id)
  for (const row of rows) if (row.current === 1) await write.change('SalesStage', row.id as string, { current: 0 })
  const known = rows.find(row => row.sales_stage_setup_key === stage)
  if (!known) return addStage(write, (await write.find('SalesStageSetup', stage)) as RecordRow, true)
  await write.change('SalesStage', known.id as string, {
    current: 1,
    age_since: isClosed(write.row) ? null : write.now,
  })
  return known.id as string
}
