// Lists the operations: the name of each, the access that its token needs, and the function that runs it.

import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { ApiOperation, OperationName, WriteOperation } from '../entities/entity.ts'
import type { EntityRequest, OperationContext } from './context.ts'
import { convertLead } from './convert/convert-lead.ts'
import { findDuplicates } from './duplicates/duplicates.ts'
import { erase } from './erase/erase.ts'
import { merge } from './merge/merge.ts'
import type { MemberAnswer, OperationRequest } from './operation-request.ts'
import { runReads } from './read/run-reads.ts'
import { workflowSkip, workflowStart, workflowStop } from './workflows/workflow-operations.ts'
import type { Idempotency } from './write/idempotency.ts'
import { validate } from './write/validate.ts'
import { runWrites } from './write/write.ts'

interface Operation {
  /** The access that the scope of the token must allow. */
  readonly access: 'read' | 'write'
  /** Returns an answer for each entity member, in the order of the request. */
  run(request: OperationRequest): MaybePromise<readonly MemberAnswer[]>
}

const write = (name: WriteOperation): Operation => ({
  access: 'write',
  run: async request => {
    const { requests, context } = request.open()
    const answers = await runWrites(name, requests, context, request.idempotency ?? undefined)
    return answers.map(({ member, content, refused }) => ({ member, text: JSON.stringify(content), refused }))
  },
})

/** An operation with one answer for each entity member. */
const perMember = (
  access: Operation['access'],
  answer: (request: EntityRequest, context: OperationContext, idempotency: Idempotency | null) => Promise<object>,
): Operation => ({
  access,
  run: async request => {
    const { requests, context } = request.open()
    const answers: MemberAnswer[] = []
    for (const each of requests)
      answers.push({ member: each.member, text: JSON.stringify(await answer(each, context, request.idempotency)) })
    return answers
  },
})

const ofEntities: Readonly<Record<OperationName, Operation>> = {
  Create: write('Create'),
  Read: { access: 'read', run: runReads },
  Update: write('Update'),
  Upsert: write('Upsert'),
  Delete: write('Delete'),
  Restore: write('Restore'),
  Validate: {
    access: 'read',
    run: async request => {
      const { requests, context } = request.open()
      const answers = await validate(requests, context)
      return requests.map(({ member }, i) => ({ member, text: JSON.stringify(answers[i]) }))
    },
  },
  Duplicates: perMember('read', findDuplicates),
  Merge: perMember('write', merge),
  Erase: perMember('write', erase),
}

/** Operations that only one entity has. */
const ofOneEntity: Readonly<Record<Exclude<ApiOperation, OperationName>, Operation>> = {
  WorkflowStart: perMember('write', workflowStart),
  WorkflowStop: perMember('write', workflowStop),
  WorkflowSkip: perMember('write', workflowSkip),
  PayloadExecute: perMember('write', convertLead),
}

export const operations = { ...ofEntities, ...ofOneEntity }

/** The operations that several entities have: `AbEntryRead` is another spelling of Read. */
export const operationNames = Object.keys(ofEntities) as OperationName[]
export const furtherOperationNames = Object.keys(ofOneEntity) as (keyof typeof ofOneEntity)[]
