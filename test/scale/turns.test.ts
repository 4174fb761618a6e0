// Tests that expensive requests within the limits are answered, and that requests of another tenant have turns in between.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Person } from '../support/crm.ts'
import { expensiveRequests } from '../timing/expensive.ts'

/** The share of each limit that a request takes; `npm run budget` sends them at up to 100 % and measures. */
const share = 0.05

const limitExceeded = -1007
/** This code and those below are faults of the server, not of the request. */
const serverFaults = -9000

eachCrm('expensive requests', crm => {
  let parent = ''
  let stranger: Person
  before(async () => {
    parent = await crm().create('AbEntry', { CompanyName: 'Lakeside' })
    stranger = await crm().addPerson('STRANGER', {}, await crm().addDatabase('other'))
  })

  test(`at ${share * 100} % of the limits are answered`, async () => {
    const toTheApi = expensiveRequests(share, parent).filter(({ path }) => path === undefined)
    for (const { name, operation, body } of toTheApi) {
      const answer = await crm().call(operation, body, crm().user)
      assert.ok(answer.Code === 0 || answer.Errors.length > 0, name)
      const codes: number[] = (answer.Errors ?? []).map((one: { ErrorCode: number }) => one.ErrorCode)
      assert.deepEqual(
        codes.filter(code => code === limitExceeded || code <= serverFaults),
        [],
        name,
      )
    }
  })

  test('leave turns to another tenant: its Reads are answered while a thousand records are checked', async () => {
    const records = Array.from({ length: 1_000 }, (_, i) => ({ Type: 'Individual', LastName: `a${i}` }))
    let isDone = false
    const checking = crm()
      .ok('Validate', { AbEntry: { Data: records } })
      .finally(() => {
        isDone = true
      })
    const read = { User: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Key: stranger.key } } } }
    let answered = 0
    while (!isDone) {
      await crm().ok('Read', read, stranger)
      if (!isDone) answered++
    }
    await checking
    assert.ok(answered >= 3, `${answered} Reads`)
  })
})
