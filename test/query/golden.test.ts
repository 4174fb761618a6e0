// Compares golden tables: for each operator and function the request, its SQL on each engine, and the rows.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { engines } from '../support/engines.ts'
import { accessCases, type Case, functionCases, operatorCases, orderCases } from './golden-cases.ts'
import { type Harness, openHarness } from './harness.ts'

/** `CLIENTELE_GOLDEN=write` writes the tables anew, to be looked at with the eyes of a reviewer. */
const writes = process.env.CLIENTELE_GOLDEN === 'write'

const files: Readonly<Record<string, readonly Case[]>> = {
  operators: operatorCases,
  functions: functionCases,
  orders: orderCases,
  access: accessCases,
}

describe('Golden tables', () => {
  const harnesses: Harness[] = []
  before(async () => {
    for (const engine of engines) {
      const harness = await openHarness(engine)
      harnesses.push(harness)
      await fill(harness)
    }
  })
  after(() => Promise.all(harnesses.map(harness => harness.close())))

  for (const [name, cases] of Object.entries(files)) {
    test(`${name} compile and answer as shown`, async () => {
      const blocks: string[] = []
      for (const one of cases) blocks.push(await show(one, harnesses))
      const file = new URL(`golden/${name}.txt`, import.meta.url)
      const text = `${blocks.join('\n')}`
      if (writes) writeFileSync(file, text)
      assertSameLines(text, readFileSync(file, 'utf8'))
    })
  }
})

/** Names the case and the line that differ first, since the rest of the table says nothing. */
function assertSameLines(actual: string, expected: string): void {
  const [found, wanted] = [actual.split('\n'), expected.split('\n')]
  const at = found.findIndex((line, i) => line !== wanted[i])
  if (at < 0 && found.length === wanted.length) return
  const name = found.slice(0, at + 1).findLast(line => line.startsWith('## ')) ?? ''
  assert.equal(found[at], wanted[at], `${name}: CLIENTELE_GOLDEN=write writes the tables anew`)
  assert.fail('the table has cases that are no more: CLIENTELE_GOLDEN=write writes it anew')
}

async function show({ name, entity, content, plain }: Case, harnesses: readonly Harness[]): Promise<string> {
  const as = plain ? { admin: false, uid: 'NOBODY', principals: ['User\tNOBODY', 'User\t*'] } : {}
  const lines = [`## ${name}`, `${entity} ${JSON.stringify(content)}`]
  const answers: string[] = []
  for (const harness of harnesses) {
    const { Data, PageKey } = await harness.read(entity, content, as)
    answers.push(`${JSON.stringify(Data)}${PageKey ? ' and more' : ''}`)
    for (const query of harness.queries) lines.push(`${harness.engine}: ${query.sql}`)
  }
  assert.equal(answers[1], answers[0], `${name}: the engines differ`)
  return [...lines, `=> ${answers[0]}`, ''].join('\n')
}

async function fill(harness: Harness): Promise<void> {
  const [group] = await harness.create('SecurityGroup', [{ Name: 'Insiders' }])
  const [acme, bolt, hidden] = await harness.create('AbEntry', [
    {
      CompanyName: 'Acme',
      Phone: '613-555-0199',
      LastContactDate: '2026-03-04',
      Address: { Location: { Longitude: 0.5, Latitude: 0.5 } },
    },
    { CompanyName: 'Bolt', Email: 'bolt@example.com', LastContactDate: '2026-01-01' },
    { CompanyName: 'Hidden', SecAccess: { Read: [group] } },
  ])
  await harness.create('AbEntry', [
    { ParentKey: acme, FirstName: 'Ann', LastName: 'Miller', Email: 'ann@example.com' },
    { ParentKey: bolt, LastName: 'Ng' },
    { ParentKey: hidden, LastName: 'Hyde' },
  ])
  await harness.create('Interaction', [
    { Type: '60001', AbEntries: [acme, bolt], Subject: 'Call' },
    { Type: '60002', AbEntryKey: hidden, Subject: 'Whisper' },
  ])
  const [anvils] = await harness.create('Opportunity', [
    {
      AbEntryKey: acme,
      Objective: 'Sell anvils',
      ForecastRevenue: 500,
      Cost: 2.5,
      CloseDate: '2026-06-30T12:00:00Z',
      Status: 2,
    },
    { AbEntryKey: bolt, Objective: 'Sell bolts', Cost: 3, Status: 3, RevenueType: '60001' },
  ])
  await harness.create('Lead', [{ LastName: 'Lee', OpportunityKey: anvils }])
  await harness.create('Note', [
    { ParentKey: acme, Text: 'Seen' },
    { ParentKey: hidden, Text: 'Unseen' },
  ])
}
