// Declares captures of requests: for an hour at most, the request log has bodies and answers too.
import { dateTime } from '../fields/kinds/date.ts'
import { topics } from '../storage/nodes/topics.ts'
import { entity } from './entity.ts'
import type { EntityRules } from './rules/types.ts'

const longest = 3600

/** Each start and end of a capture is published to all nodes. */
const rules: EntityRules = {
  before: ({ row, now, path, problem }) => {
    row.until ??= now + longest
    if (Number(row.until) <= now) problem('InvalidValue', 'Until', `${path}.Until must be in the future.`)
    else if (Number(row.until) > now + longest) {
      problem('InvalidValue', 'Until', `${path}.Until is at most an hour from now.`)
    }
  },
  after: write => write.publish(topics.requestCapture, write.db),
  afterDelete: bin => bin.publish(topics.requestCapture, bin.db),
  afterRestore: bin => bin.publish(topics.requestCapture, bin.db),
}

export const requestCapture = entity({
  name: 'RequestCapture',
  doc: 'While one is on, RequestLog has the bodies and answers of requests, without secrets. Delete ends it.',
  operations: ['Create', 'Read', 'Delete', 'Validate'],
  adminReads: true,
  adminWrites: true,
  unrecorded: true,
  fields: {
    Until: dateTime({ doc: 'When it ends; at most, and unless it is given, in an hour.' }),
  },
  indexes: [{ name: 'until', columns: ['db', 'until'] }],
  display: () => null,
  rules,
})
