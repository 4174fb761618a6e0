// Tests the day of a person: appointments by the hour, and tasks that are completed, put off and added there.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite } from './support.ts'

describe('the day', () => {
  consoleSuite('console day', desk => {
    test('shows appointments at the same time side by side, and tasks, which are completed, put off and added', async () => {
      const { crm, open } = desk()
      for (const [Subject, hour] of [
        ['Demo', 10],
        ['Lunch', 10],
        ['Review', 15],
      ] as const) {
        const [StartDate, EndDate] = [`2030-05-06T${hour}:00:00Z`, `2030-05-06T${hour + 1}:00:00Z`]
        await crm.create('Appointment', { Key: null, Subject, StartDate, EndDate })
      }
      await crm.create('Task', { Key: null, Activity: 'Call the baker', DateTime: '2030-05-06T09:00:00Z' })
      const opened = await open('day?date=2030-05-06', { until: 'text=Review' })
      const { page } = opened
      const boxOf = async (name: string) =>
        (await page.getByRole('listitem').filter({ hasText: name }).boundingBox()) ??
        assert.fail(`${name} is not shown`)
      const [demo, lunch, review] = [await boxOf('Demo'), await boxOf('Lunch'), await boxOf('Review')]
      assert.equal(demo.y, lunch.y)
      assert.ok(demo.x + demo.width <= lunch.x || lunch.x + lunch.width <= demo.x, 'side by side')
      assert.ok(review.y > demo.y + demo.height && review.width > 1.8 * demo.width, 'below, in full width')
      await checkScreen(opened, crm, 'day')
      const box = page.getByRole('checkbox', { name: 'Complete “Call the baker”' })
      await box.check()
      await page.getByText('Completed “Call the baker”').waitFor()
      await page.keyboard.press('Control+z')
      await until(async () => !(await box.isChecked()), 'the open task')
      await page.getByRole('button', { name: 'Move “Call the baker” to the next day' }).click()
      await box.waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowRight')
      await box.waitFor()
      assert.equal(new URL(page.url()).searchParams.get('date'), '2030-05-07')
      await page.keyboard.press('n')
      await page.keyboard.type('Order flour')
      await page.keyboard.press('Enter')
      await page.getByRole('checkbox', { name: 'Complete “Order flour”' }).waitFor()
      const { Task } = await crm.ok('Read', {
        Task: { Scope: { Fields: { Activity: 1, DateTime: 1 } }, OrderBy: { Fields: [{ Activity: 'ASC' }] } },
      })
      const [baker] = (Task as { Data: { DateTime: string }[] }).Data
      assert.equal(baker?.DateTime, '2030-05-07T09:00:00Z')
      assert.deepEqual(opened.complaints, [])
    })

    test('an empty day says so, and what is overdue is done today', async () => {
      const { crm, open } = desk()
      const { page } = await open('day')
      await page.getByText('No tasks for this day.').waitFor()
      await page.getByText('No appointments.').waitFor()
      await crm.create('Task', { Key: null, Activity: 'Old promise', DateTime: '2020-01-02T09:00:00Z' })
      const late = page.getByRole('region', { name: 'Overdue' })
      await late.getByRole('button', { name: 'Move “Old promise” to today' }).click()
      await page.getByRole('region', { name: 'Tasks' }).getByText('Old promise').waitFor()
      await late.waitFor({ state: 'detached' })
    })
  })
})
