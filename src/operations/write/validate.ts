// Runs Validate: all checks of a write, without the write; the answer names the mandatory fields.
import { shareOf } from '../../accounts/caller.ts'
import { Problems } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { isEmpty } from '../../base/text/json.ts'
import type { ModelEntity } from '../../model/model.ts'
import { driverCheck } from '../../query/plan/drivers.ts'
import type { Tx } from '../../storage/store.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import type { Draft } from '../record/draft.ts'
import { readMembers } from '../record/members.ts'
import { checkRecord, type Data } from '../record/record-write.ts'
import { RowStore } from '../rows/row-store.ts'
import { cleanTexts } from './clean-texts.ts'
import { checkCount, planRecords, type RecordsRequest, recordPath } from './write-plan.ts'

/** Validate writes nothing, so it hashes no password. */
const noHashes: ReadonlyMap<string, string> = new Map()

type RichTexts = Awaited<ReturnType<typeof cleanTexts>>

/** Carries the answer out of a transaction that must not be committed. */
class RolledBack extends Error {
  readonly answers: readonly object[]
  constructor(answers: readonly object[]) {
    super('Validated')
    this.answers = answers
  }
}

/** Returns the content of each entity member of the answer: `Data` as it was sent, and `Validation`. */
export async function validate(
  requests: readonly EntityRequest[],
  context: OperationContext,
): Promise<readonly object[]> {
  const problems = new Problems()
  const planned = requests.map(request => problems.try(() => planValidation(request, context)))
  problems.throwIfAny()
  const known = planned.filter(request => request !== undefined)
  checkCount(
    known.reduce((sum, { records }) => sum + records.length, 0),
    context,
  )
  const richTexts = await cleanTexts(known)
  try {
    // Rules may write (a case takes its number), so they run in a transaction that is rolled back.
    return await context.store.write(
      async tx => {
        throw new RolledBack(await validateAll(tx, known, context, richTexts))
      },
      { share: shareOf(context.caller), gone: context.gone },
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.answers
    throw error
  }
}

function planValidation(request: EntityRequest, context: OperationContext): RecordsRequest {
  const { entity, member } = request
  checkDriver(entity, member, context)
  return planRecords('Validate', request, entity, context)
}

function checkDriver({ name, entity }: ModelEntity, member: string, context: OperationContext): void {
  const problems = new Problems()
  const needed = driverCheck(new Set(context.settings.drivers.keys()), problems)
  if (entity.validateDriver) needed(entity.validateDriver, member, `Validating ${name}`)
  problems.throwIfAny()
}

async function validateAll(
  tx: Tx,
  requests: readonly RecordsRequest[],
  context: OperationContext,
  richTexts: RichTexts,
): Promise<object[]> {
  const rows = new RowStore(tx, context.store.dialect, context.caller.db)
  const problems = new Problems()
  const answers: object[] = []
  for (const { member, entity, records, many, options } of requests) {
    const validations: object[] = []
    let preview: unknown
    for (const [i, data] of records.entries()) {
      if (problems.full) break
      const turn = nextTurnIfLong()
      if (turn) await turn
      const request = { entity, data, path: recordPath(member, many, i) }
      // With a key it is the validation of an Update, without one that of a Create.
      const operation = isEmpty(readMembers(entity, data, '', new Problems()).key) ? 'Create' : 'Update'
      const draft = await checkRecord(
        operation,
        request,
        { rows, context, options, hashes: noHashes, richTexts },
        problems,
      )
      if (draft) problems.addAll(draft.problems)
      if (draft) validations.push(validationOf(draft))
      preview ??= draft?.answers.Preview
    }
    const echoed = records.map(data => shown(entity, data))
    answers.push({
      Data: many ? echoed : echoed[0],
      Validation: many ? validations : validations[0],
      // What a template becomes, where Options ask for that.
      ...(preview === undefined ? {} : { Preview: preview }),
    })
  }
  problems.throwIfAny()
  return answers
}

/** The beginning of the name of a member of Options that is mandatory. */
const optionPrefix = 'Options/'

/** On Update, mandatory fields that cannot change and mandatory keys already have their value. */
function validationOf(draft: Draft): Record<string, object> {
  const validation: Record<string, object> = {}
  for (const name of draft.mandatory.keys()) {
    if (name.startsWith(optionPrefix)) {
      validation.Options = { ...validation.Options, [name.slice(optionPrefix.length)]: { Mandatory: true } }
      continue
    }
    const field = draft.entity.field(name)?.field
    const settled = field?.traits.required && (field.traits.fixed || field.keys)
    if (draft.creating || !settled) validation[name] = { Mandatory: true }
  }
  return validation
}

/** What was sent, without fields that cannot be read, such as passwords. */
const shown = (entity: ModelEntity, data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !entity.field(name)?.field.traits.secret))
