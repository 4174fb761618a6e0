// Proves the account page: languages and time zones to choose from.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
