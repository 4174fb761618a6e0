// Runs an operation of the data API for a tool, with the rights of the person and the scope of the token.
import type { Caller } from '../accounts/caller.ts'
import { refuse } from '../base/errors.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { joined } from '../base/text/long-text.ts'
import type { OperationName } from '../entities/entity.ts'
import { withinBudget } from '../envelope/budget.ts'
import { type OperationParts, runOperation } from '../envelope/run.ts'
import type { ModelEntity } from '../model/model.ts'
import { requireScope } from '../oauth/scope.ts'
import { operations } from '../operations/index.ts'
import { everyDriverNamed } from '../query/plan/drivers.ts'

// biome-ignore lint/suspicious/noExplicitAny: the content of an answer is what the operation says.
type Content = any

/** What a tool works with during one call. */
export interface ToolContext {
  readonly caller: Caller
  readonly parts: OperationParts
  /** Is aborted when the client is gone. */
  readonly gone: () => AbortSignal
  /** What the person said to a question of this name; null when the client cannot ask them. */
  readonly reply: ((question: string) => Reply) | null
}

export type Reply = 'yes' | 'no' | 'not asked'

/** The model of an entity; an unknown name is refused with the nearest known one. */
export async function entityOf({ caller, parts }: ToolContext, name: string): Promise<ModelEntity> {
  const { model } = await parts.catalogs.get(caller.db)
  const known = model.entities.map(entity => entity.name)
  const found = model.find(name)
  return found ?? refuse('UnknownEntity', 'entity', suggest => `There is no entity ${name}.${suggest(name, known)}`)
}

/** Runs an operation on one entity and returns the content of its member in the answer. */
export async function run(
  context: ToolContext,
  operation: OperationName,
  entity: string,
  content: object,
  callId: string | null = null,
): Promise<Content> {
  const { caller, parts, gone } = context
  const { name } = await entityOf(context, entity)
  const body = { [name]: content, Configuration: everyDriverNamed, Compatibility: { SchemaObject: '1.0' } }
  const { access } = operations[operation]
  const bodyDigest = digestOf(`${operation}\n${JSON.stringify(body)}`)
  const text = await runOperation(
    {
      operation,
      body: { parsed: () => withinBudget(body, parts.limits) },
      caller,
      gone,
      idempotency: callId === null ? null : { key: `mcp ${callId}`, bodyDigest, commonKey: parts.commonKey() },
      onEntity: ({ name: found, tokenScope, freshProof }) => {
        requireScope(caller, access, tokenScope)
        if (access === 'write' && freshProof) refuseCredentials(found)
      },
    },
    parts,
  )
  return JSON.parse(joined(text))[name]
}

/** An assistant must not make itself a token or a user, by which it would get round its own limits. */
function refuseCredentials(entity: string): never {
  return refuse(
    'AccessDenied',
    'entity',
    `An assistant does not change ${entity}: it gives access. A person does so in the console.`,
  )
}
