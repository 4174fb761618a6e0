// Proves the account page: languages and time zones to choose from, and what assistants are given.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assistantKinds, pasted } from '../../../console/src/screens/account/assistant-kinds.ts'
import { cultureChoices, timeZoneChoices } from '../../../console/src/ui/display/cultures.ts'

describe('languages and time zones', () => {
  test('have names in the language of the page, each once, also the rare one of the person', () => {
    const choices = cultureChoices('de', 'ast-ES')
    assert.ok(choices.some(({ value, label }) => value === 'de-AT' && label === 'Österreichisches Deutsch'))
    assert.equal(choices.filter(({ value }) => value === 'ast-ES').length, 1)
    assert.equal(cultureChoices('de', 'de-AT').filter(({ value }) => value === 'de-AT').length, 1)
    const labels = choices.map(({ label }) => label)
    assert.deepEqual(
      labels,
      [...labels].sort((a, b) => a.localeCompare(b, 'de')),
    )
  })

  test('time zones have spaces for underscores, and UTC is among them', () => {
    const zones = timeZoneChoices('America/New_York')
    assert.equal(zones[0]?.value, 'UTC')
    assert.deepEqual(
      zones.filter(({ value }) => value === 'America/New_York').map(({ label }) => label),
      ['America/New York'],
    )
  })
})

describe('what a person gives to an assistant', () => {
  test('has the address of the server, as a command, as a file of settings, or as it is', () => {
    const address = 'https://crm.example.com/mcp'
    for (const kind of assistantKinds) assert.ok(pasted(kind, address).includes(address), kind)
    assert.equal(pasted('claude', address), address)
    assert.equal(pasted('claudeCode', address), `claude mcp add --transport http crm ${address}`)
    assert.deepEqual(JSON.parse(pasted('cursor', address)), { mcpServers: { crm: { url: address } } })
    assert.deepEqual(JSON.parse(pasted('vscode', address)), { servers: { crm: { type: 'http', url: address } } })
  })
})
