// Tests that the long Reads of one user do not hold up those of another user of the same database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drivers, eachCrm, type Json } from '../support/crm.ts'

eachCrm(
  'Long Reads of two users',
  crm => {
    /** A Read with so many patterns is a long one, also where it has few records to look at. */
    const read = (entity: string, field: string): Json => {
      const patterns = Array.from({ length: 900 }, (_, i) => ({ [field]: { $LIKE: `%${'ab'.repeat(50)}${i}%` } }))
      return {
        [entity]: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { $OR: patterns } } },
        Configuration: drivers,
      }
    }

    test('those of a user that hold all slots are ended while another user waits', async () => {
      const { create, ok, call, admin, user, server } = crm()
      const ParentKey = await create('AbEntry', { CompanyName: 'Lakeside Foods' })
      // Each text is compared with each pattern at each of its characters. PostgreSQL can end a query between two texts only.
      const notes = Array.from({ length: 75 }, () => ({ ParentKey, RichText: 'ab'.repeat(10_000) }))
      for (let i = 0; i < 2; i++) await ok('Create', { Note: { Data: notes } })
      const gone = new AbortController()
      const flood = Array.from({ length: 3 }, async () => {
        const headers = { authorization: `Bearer ${admin.token}` }
        const body = JSON.stringify(read('Note', 'RichText'))
        const answer = await fetch(`${server.url}/api/Read`, { method: 'POST', headers, body, signal: gone.signal })
        return answer.text()
      })
      const first = Promise.race(flood)
      const theirs = await call('Read', read('AbEntry', 'LastName'), user)
      assert.equal(theirs.Code, 0, JSON.stringify(theirs))
      assert.match(await first, /Other users of the database waited for their long queries/)
      gone.abort()
      await Promise.allSettled(flood)
    })
  },
  { settings: { scanProcesses: 2, poolSize: 4 } },
)
