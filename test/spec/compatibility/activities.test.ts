// Tests what interactions, tasks and appointments are with: an opportunity, a case or a campaign.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

eachCrm('What an activity is with', crm => {
  let company = ''
  const named: Record<string, string> = {}
  before(async () => {
    company = await crm().create('AbEntry', { CompanyName: 'Acme' })
    named.Opportunity = await crm().create('Opportunity', { AbEntryKey: company, Objective: 'Anvils' })
    named.Case = await crm().create('Case', { AbEntryKey: company, Subject: 'Broken anvil' })
    named.Campaign = await crm().create('Campaign', { Name: 'Spring' })
  })
  const activities: Record<string, Json> = {
    Interaction: { Type: '60001' },
    Task: { Activity: 'Call', DateTime: '2026-03-01' },
    Appointment: { Subject: 'Lunch', StartDate: '2026-03-01' },
  }

  test('WithKey names an opportunity, a case or a campaign, in writes and in criteria', async () => {
    for (const [entity, data] of Object.entries(activities)) {
      const home = entity === 'Interaction' ? { AbEntryKey: company } : {}
      for (const [kind, WithKey] of Object.entries(named)) {
        const key = await crm().create(entity, { ...data, ...home, WithKey })
        const read = await crm().get(entity, key, { WithKey: 1, With: 1 })
        assert.equal(read.WithKey, WithKey)
        assert.deepEqual(Object.keys(read.With), ['Key', 'DisplayValue'])
        for (const path of ['WithKey', 'With/Key']) {
          const SearchQuery = { [path]: { $EQ: WithKey } }
          const answer = await crm().ok('Read', { [entity]: { Criteria: { SearchQuery } } })
          assert.deepEqual(answer[entity].Data, [{ Key: key }], `${entity} with a ${kind} by ${path}`)
        }
      }
    }
  })

  test('With takes the sub-fields of what it names, and is null for the others', async () => {
    const task = await crm().create('Task', { ...activities.Task, WithKey: named.Opportunity })
    const fields = { With: { Key: 1, DisplayValue: 1, Opportunity: { Objective: 1 }, Case: { Subject: 1 } } }
    assert.deepEqual(await crm().get('Task', task, fields), {
      With: { Key: named.Opportunity, DisplayValue: 'Anvils', Opportunity: { Objective: 'Anvils' }, Case: null },
    })
  })

  test('an interaction with an opportunity alone still needs an entry or a lead', async () => {
    const data = { ...activities.Interaction, WithKey: named.Opportunity }
    const problems = await crm().refused('Create', { Interaction: { Data: data } })
    assert.deepEqual(
      problems.map(p => `${p.ErrorCode} ${p.Path}`),
      ['-4000 Interaction.Data.AbEntryKey'],
    )
  })

  test('a hidden opportunity shows as its key with a null DisplayValue', async () => {
    const hidden = await crm().create('Opportunity', {
      AbEntryKey: company,
      Objective: 'Secret',
      SecAccess: { Read: [crm().admin.key] },
    })
    const task = await crm().create('Task', { ...activities.Task, WithKey: hidden, AssignedTo: crm().user.key })
    const fields = { With: { Key: 1, DisplayValue: 1, Opportunity: { Objective: 1 } } }
    assert.deepEqual(await crm().get('Task', task, fields, crm().user), {
      With: { Key: hidden, DisplayValue: null, Opportunity: null },
    })
  })
})
