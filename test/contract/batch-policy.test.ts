// Tests which texts of reads PostgreSQL batches: the policy keeps those in use, and a bounded number of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostNames } from '../../src/storage/postgres/driver/statement-names.ts'
import { type BatchableRead, BatchPolicy } from '../../src/storage/postgres/reads/batch-policy.ts'

const readOf = (text: string): BatchableRead => ({
  sql: `select ${text} from thing where db = $1 and id = $2 limit 1`,
  values: ['1', text],
  facts: { tenant: 0, limited: true, pieces: [`select ${text} from thing where db = `, ' and id = ', ' limit 1'] },
})

test('a policy forgets the texts that were not used for longest, and learns them again', () => {
  const policy = new BatchPolicy()
  const used = readOf('used')
  const unused = readOf('unused')
  const others = Array.from({ length: 3 * mostNames }, (_, i) => readOf(`c${i}`))
  for (const read of [used, unused, ...others]) {
    policy.learn(read, ['int4', 'text'])
    assert.ok(!policy.wants(read))
    policy.took(used.sql, 1, 0.1)
  }
  assert.ok(policy.wants(unused))
  const known = others.filter(read => !policy.wants(read)).length
  assert.ok(known <= mostNames && known > mostNames / 4, String(known))
  const batches = policy.batches(used.sql, [used, { ...used, values: ['1', 'other'] }])
  assert.equal(batches.length, 1)
  assert.match(batches[0]?.query?.sql ?? '', /unnest/)
  policy.learn(unused, ['int4', 'text'])
  assert.ok(!policy.wants(unused))
})
