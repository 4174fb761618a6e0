// Reads one request of the log, for the explorer to show what was asked and answered.
import type { Exchange } from '../api/client.ts'
import { type Body, parsedJson, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { problemsIn } from '../api/errors.ts'
import { inLines } from './requests.ts'

export interface LoggedRequest {
  readonly operation: string
  readonly entity: string | null
  /** The body in lines; null when it was not recorded. */
  readonly text: string | null
  /** The recorded answer; null without one. */
  readonly exchange: Exchange | null
  /** Who asked when, and on which route. */
  readonly facts: readonly string[]
}

const fields = {
  Key: 1,
  Time: { Value: 1, DisplayValue: 1 },
  User: { Key: 1, DisplayValue: 1 },
  Application: 1,
  Method: 1,
  Route: 1,
  Operation: 1,
  Entity: 1,
  Status: 1,
  Milliseconds: 1,
  RequestId: 1,
  Body: 1,
  Answer: 1,
}

export const loggedMembers = (key: string): Body => ({
  RequestLog: { Scope: { Fields: fields }, Criteria: { SearchQuery: { Key: { $EQ: key } }, Top: 1 } },
})

export function loggedIn(answer: Body): LoggedRequest | null {
  const [row] = rowsOf(answer, 'RequestLog')
  if (!row) return null
  const { Time, User, Application, Method, Route, Operation, Entity, Body: body } = row
  return {
    operation: textOf(Operation),
    entity: Entity === null ? null : textOf(Entity),
    text: typeof body === 'string' ? inLines(body) : null,
    exchange: exchangeOf(row),
    facts: [textOf(Time), textOf(User), textOf(Application), `${textOf(Method)} ${textOf(Route)}`].filter(Boolean),
  }
}

function exchangeOf({ Answer, Status, RequestId, Milliseconds }: Row): Exchange | null {
  if (typeof Answer !== 'string') return null
  const answer = parsedJson(Answer)
  return {
    status: Number(Status),
    text: Answer,
    answer,
    problems: problemsIn(answer),
    requestId: textOf(RequestId),
    ms: Number(Milliseconds),
  }
}
