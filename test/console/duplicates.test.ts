// Tests duplicates as a person decides on them: merge with a chosen field, undo, not duplicates, skip; and the question before a
// twin is created.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accessibilityFaults, picture } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite } from './support.ts'

describe('duplicates', () => {
  consoleSuite('console duplicates', desk => {
    test('two twins are merged with a field of each, undone, and marked as different', async () => {
      const { crm, open } = desk()
      const twin = (Position: string, more: object) =>
        crm.create('AbEntry', {
          ...{
            Key: null,
            Type: 'Individual',
            FirstName: 'Ada',
            LastName: 'Stone',
            Position,
            Email: 'ada@stone.example',
          },
          ...more,
        })
      const first = await twin('Boss', { Website: 'https://stone.example' })
      const second = await twin('Chief engineer', { Phone: '+41 31 555 01 02' })
      const positionOf = async (key: string) => (await crm.get('AbEntry', key, { Position: 1 })).Position
      const opened = await open('duplicates', { until: 'text=1 pair to decide on' })
      const { page } = opened
      await page.getByText('Same e-mail').waitFor()
      await page.getByRole('radio', { name: 'Position: Stone, Ada' }).or(page.getByRole('radio')).first().waitFor()
      await checkScreen(opened, crm, 'duplicates')
      await page.keyboard.press('f')
      const positions = [await positionOf(first), await positionOf(second)]
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('1')
      await page.getByText('No likely duplicates').waitFor()
      assert.equal(await positionOf(first), await positionOf(second))
      const merged = await crm.get('AbEntry', first, { Website: 1, Phone: 1 })
      assert.ok(merged.Website && merged.Phone)
      await page.keyboard.press('Control+z')
      await page.getByText('1 pair to decide on').waitFor()
      await until(async () => (await positionOf(first)) !== (await positionOf(second)), 'the twins')
      assert.deepEqual([await positionOf(first), await positionOf(second)].sort(), positions.sort())

      await page.keyboard.press('s')
      await page.getByRole('button', { name: 'Show skipped pairs' }).click()
      await page.getByRole('radio').first().waitFor()
      await page.keyboard.press('x')
      await page.getByText('No likely duplicates').waitFor()
      await checkScreen(opened, crm, 'duplicates-none')
      assert.deepEqual((await crm.ok('Duplicates', { AbEntry: {} })).AbEntry.Data, [])
    })

    test('a new entry that may exist already is shown beside it: opened with nothing lost, or created all the same', async () => {
      const { crm, open } = desk()
      const person = { Key: null, Type: 'Individual', FirstName: 'Mia', LastName: 'Brook', Email: 'mia@brook.example' }
      const key = await crm.create('AbEntry', { ...person, Address: { City: 'Bern' } })
      const opened = await open('entries')
      const { page, complaints } = opened
      await page.getByRole('button', { name: 'New Entry' }).click()
      const form = page.getByRole('dialog', { name: 'New Entry' })
      await form.getByRole('radio', { name: 'Person' }).check()
      const typed = { 'First name': 'Mia', 'Last name': 'Brook', 'E-mail 1': 'MIA@brook.example' }
      for (const [label, text] of Object.entries(typed))
        await form.getByRole('textbox', { name: label, exact: true }).fill(text)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      const question = form.getByRole('region', { name: 'This entry may exist already' })
      await question.getByText('Same e-mail').waitFor()
      await question.getByText('mia@brook.example · Bern').waitFor()
      assert.deepEqual(await accessibilityFaults(page), [])
      await picture(page, 'console-twin-question')
      // The focus is on the first of them.
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Mia Brook', level: 2 }).waitFor()
      assert.ok(page.url().endsWith(`/entries/${key.replace(/=+$/, '')}`))

      await page.goBack()
      await form.waitFor()
      for (const [label, text] of Object.entries(typed))
        assert.equal(await form.getByRole('textbox', { name: label, exact: true }).inputValue(), text)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await question.waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await form.waitFor({ state: 'detached' })
      const found = await crm.ok('Duplicates', { AbEntry: {} })
      const [group] = found.AbEntry.Data
      assert.equal(group.Keys.length, 2)
      assert.ok(group.Keys.includes(key))
      assert.deepEqual(complaints, [])
    })
  })
})
