// THE table of operations: the name of each, the access that its token needs, and what runs it.
import type { Text } from '../base/long-text.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { OperationName, WriteOperation } from '../entities/entity.ts'
import type { EntityRequest, OperationContext } from './context.ts'
import { readBatch } from './read/read-batch.ts'
import type { Idempotency } from './write/idempotency.ts'
import { validate } from './write/validate.ts'
import { runWrites } from './write/write.ts'

interface Operation {
  /** The access that the scope of the token must allow. */
  readonly access: 'read' | 'write'
  /** Gives the JSON text of each entity member of the answer, in the order of the requests. */
  run(
    requests: readonly EntityRequest[],
    context: OperationContext,
    idempotency: Idempotency | null,
  ): MaybePromise<readonly Text[]>
}

const write = (name: WriteOperation): Operation => ({
  access: 'write',
  run: async (requests, context, idempotency) => {
    const answers = await runWrites(name, requests, context, idempotency ?? undefined)
    return answers.map(answer => JSON.stringify(answer.content))
  },
})

export const operations: Readonly<Record<OperationName, Operation>> = {
  Create: write('Create'),
  Read: { access: 'read', run: readBatch },
  Update: write('Update'),
  Delete: write('Delete'),
  Restore: write('Restore'),
  Validate: {
    access: 'read',
    run: async (requests, context) => (await validate(requests, context)).map(answer => JSON.stringify(answer)),
  },
}

export const operationNames = Object.keys(operations) as OperationName[]
