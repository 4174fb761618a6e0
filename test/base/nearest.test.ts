// Tests the search for the nearest name: what it finds, and the steps that it takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WorkBudget } from '../../src/base/scheduling/work-budget.ts'
import { nearest } from '../../src/base/text/nearest.ts'

test('slips are forgiven: a letter more, less, another, or two in the wrong order', () => {
  const known = ['CompanyName', 'LastName', 'Phone']
  for (const slip of ['CompanyNam', 'CompanyNames', 'ConpanyName', 'CompnayName', 'companyname'])
    assert.equal(nearest(slip, known), 'CompanyName')
  assert.equal(nearest('Budget', known), null)
})

test('the search ends with its budget, and gives what it has found', () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `${'a'.repeat(90)}${i}`)
  const budget = new WorkBudget(100_000)
  assert.equal(nearest('b'.repeat(95), names, budget), null)
  assert.ok(budget.spent < 110_000, `${budget.spent} steps`)
  assert.equal(nearest('Nam', ['Name', ...names], new WorkBudget(100)), 'Name')
})
