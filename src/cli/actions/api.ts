// Runs an operation of the data API on the store, as a user or as the service itself.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Caller } from '../../accounts/caller.ts'
import { Refusal } from '../../base/errors.ts'
import { joined } from '../../base/text/long-text.ts'
import { didYouMean } from '../../base/text/nearest.ts'
import type { ApiOperation } from '../../entities/entity.ts'
import { withinBudget } from '../../envelope/budget.ts'
import { runOperation } from '../../envelope/run.ts'
import { parseBody } from '../../http/bodies.ts'
import { envelopeFace } from '../../http/faces/envelope.ts'
import { failureOf } from '../../http/failure.ts'
import { furtherOperationNames, operationNames } from '../../operations/index.ts'
import type { Store } from '../../storage/store.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError, usageError } from '../failure.ts'
import { callerOf, withParts } from '../with-operations.ts'
import { onlyDatabase, withStore } from '../with-store.ts'

export const callApi: Action = async context => {
  const { args, options, output } = context
  const operation = operationNamed(String(args[0]))
  const body = await bodyOf(String(options.data))
  return withStore(context, async store => {
    const database = await onlyDatabase(store, options.database)
    const caller = await callerOf(store, database, context)
    const answer = await run(store, { operation, body, caller }, context)
    const content = JSON.parse(answer) as { Code: number }
    output.object(content)
    output.line(JSON.stringify(content, null, 2))
    return content.Code === 0 ? 0 : 1
  })
}

const names = [...operationNames, ...furtherOperationNames]

function operationNamed(text: string): ApiOperation {
  const found = names.find(name => name.toLowerCase() === text.toLowerCase())
  if (found) return found
  const near = didYouMean(text, names)
  throw usageError(`There is no operation ${text}.${near} There are ${names.join(', ')}.`)
}

async function bodyOf(data: string): Promise<string> {
  if (data === '@-') return text(process.stdin)
  if (!data.startsWith('@')) return data
  try {
    return readFileSync(data.slice(1), 'utf8')
  } catch (error) {
    throw new CommandError(`--data: ${data.slice(1)} cannot be read (${(error as Error).message}).`)
  }
}

interface ApiCall {
  readonly operation: ApiOperation
  readonly body: string
  readonly caller: Caller
}

/** The text of the answer, also of a refusal. */
const run = (store: Store, { operation, body, caller }: ApiCall, context: CommandContext): Promise<string> =>
  withParts(store, context, async parts => {
    const parsed = () => withinBudget(parseBody(body), parts.limits)
    try {
      return joined(await runOperation({ operation, body: { parsed }, caller, idempotency: null }, parts))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return envelopeFace(failureOf(error, '')).body
    }
  })
