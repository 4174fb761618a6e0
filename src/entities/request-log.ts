// Declares the request log: the last requests of a database, for administrators.
import { codeText } from '../fields/kinds/code-text.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { jsonList } from '../fields/kinds/json-value.ts'
import { integer, number } from '../fields/kinds/number.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'

/** A longer body or answer is not stored. */
export const keptBody = 32_768

const readOnly = true

export const requestLog = entity({
  name: 'RequestLog',
  doc: 'The last requests that were made with tokens of this database, 10,000 of them and a week at most. Of a client that makes very many, some are recorded. Reads of this log, and what the console asks of its session and its waits for events, are left out.',
  operations: ['Read'],
  adminReads: true,
  tokenScope: 'webaccess',
  fields: {
    Time: dateTime({ doc: 'When it was answered.', readOnly, column: 'created', always: true, seconds: true }),
    User: user({ doc: 'Who asked.', readOnly, column: 'creator' }),
    Application: text({ doc: 'Through which application; null for a personal token.', max: 160, readOnly }),
    Method: codeText({ doc: 'The HTTP method.', max: 10, readOnly }),
    Route: codeText({ doc: 'The path, with names in the place of its parameters.', max: 200, readOnly }),
    Operation: codeText({ doc: 'The operation: Read, BinaryDownload and so on.', max: 60, readOnly }),
    Entity: codeText({ doc: 'The first entity of a data operation.', max: 60, readOnly }),
    Status: integer({ doc: 'The HTTP status; a refused operation has 200.', readOnly }),
    ErrorCode: integer({ doc: 'The first error code; null when nothing was refused.', readOnly }),
    Codes: jsonList({ doc: 'All error codes, each once.', members: {}, readOnly }),
    Milliseconds: number({ doc: 'How long it took.', readOnly }),
    RequestId: codeText({ doc: 'The id under which the log of the server has it.', max: 200, readOnly }),
    BodySize: integer({ doc: 'Characters of the body.', readOnly }),
    AnswerSize: integer({ doc: 'Characters of the answer; 0 for a stream.', readOnly }),
    Body: codeText({
      doc: 'The body without secrets, while a RequestCapture was on; for a day.',
      max: keptBody,
      readOnly,
    }),
    Answer: codeText({ doc: 'The answer, as the body.', max: keptBody, readOnly }),
    Skipped: integer({ doc: 'How many requests before it were not recorded, because there were too many.', readOnly }),
  },
  indexes: [{ name: 'time', columns: ['db', 'created', 'id'] }],
  display: row => row.operation as string | null,
})
