// Tests the calendar: a salesperson looks at her week, moves a visit by drag and by keys, and makes one by a click.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite } from './support.ts'

describe('the calendar', () => {
  consoleSuite('console calendar', desk => {
    test('she moves a visit, makes it longer, and adds one by a click on a free hour', async () => {
      const { crm, open } = desk()
      const date = '2026-11-18'
      const [StartDate, EndDate] = [`${date}T09:00:00Z`, `${date}T10:00:00Z`]
      const visit = await crm.create('Appointment', { Key: null, Subject: 'Visit Lakeside', StartDate, EndDate })
      const Recurrence = { Pattern: { Type: 'daily', Interval: 2 } }
      await crm.create('Task', { Key: null, Activity: 'Count stock', DateTime: `${date}T14:00:00Z`, Recurrence })
      const times = async () => {
        const { StartDate, EndDate } = await crm.get('Appointment', visit, { StartDate: 1, EndDate: 1 })
        return [StartDate, EndDate]
      }

      const opened = await open(`calendar?date=${date}`, { until: 'a:has-text("Visit Lakeside")' })
      const { page } = opened
      await page.locator('[data-occurrence]').getByText('Count stock').first().waitFor()
      await checkScreen(opened, crm, 'calendar-week')
      const box = async (selector: string) =>
        (await page.locator(selector).first().boundingBox()) as { x: number; y: number; width: number; height: number }
      const item = await box('li[data-entity=Appointment]')
      const day = await box(`[data-day="${date}"]`)
      await page.mouse.move(item.x + 20, item.y + 20)
      await page.mouse.down()
      await page.mouse.move(item.x + 20 + day.width, item.y + 20 + 48, { steps: 5 })
      await page.mouse.up()
      await page.getByText('Moved “Visit Lakeside”').waitFor()
      assert.deepEqual(await times(), ['2026-11-19T10:00:00Z', '2026-11-19T11:00:00Z'])

      const link = page.getByRole('link', { name: /^Visit Lakeside/ })
      await link.focus()
      await page.keyboard.press('Alt+Shift+ArrowDown')
      await page.getByRole('link', { name: /^Visit Lakeside/ }).focus()
      await page.keyboard.press('Alt+ArrowLeft')
      await until(async () => (await times())[0] === '2026-11-18T10:00:00Z', 'the visit is on its first day again')
      assert.deepEqual(await times(), ['2026-11-18T10:00:00Z', '2026-11-18T11:15:00Z'])

      await page.mouse.click(day.x + 20, item.y + 3 * 48 + 5)
      const start = page.getByRole('dialog').locator('input[type=datetime-local]').first()
      assert.equal(await start.inputValue(), `${date}T12:00`)
      await page.keyboard.press('Escape')

      await page.getByRole('heading', { name: 'Calendar' }).click()
      await page.keyboard.press('m')
      await page.locator('[data-day="2026-11-01"]').waitFor()
      await checkScreen(opened, crm, 'calendar-month')
    })
  })
})
