// Does the whole job of a workflow in the console, at a desk and on a phone: draws it, tries it, starts it, and works on its tasks.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../support/crm.ts'
import { triggerTools } from '../support/triggers.ts'
import { checkScreen, consoleSuite } from './support.ts'

describe('the job of a workflow', () => {
  consoleSuite('console workflow journey', desk => {
    for (const isPhone of [false, true]) {
      const where = isPhone ? 'on a phone' : 'at a desk'
      test(`from an empty list to the task of the branch in My day, ${where}`, async () => {
        const { crm, open } = desk()
        const name = `Ask for orders ${where}`
        const [call, offer, letter] = [`Ring them up ${where}`, `Write the offer ${where}`, `Write a letter ${where}`]
        const client = await crm.create('AbEntry', { Key: null, CompanyName: `Harbour Tools ${where}` })
        const opened = await open('setup/workflows', { isPhone })
        const { page } = opened
        const dialog = page.getByRole('dialog')
        const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: true })
        const send = (label: string): Promise<void> => dialog.getByRole('button', { name: label, exact: true }).click()

        await page
          .getByRole('button', { name: /New workflow/i })
          .first()
          .click()
        await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
        await send('Add')
        await page.getByText('No tasks yet.').waitFor()
        for (const subject of [call, offer, letter]) {
          await button('Add task').click()
          await dialog.getByRole('textbox', { name: 'What is to be done' }).fill(subject)
          await send('Add')
          await button(subject).waitFor()
        }
        for (const [result, goal] of [
          ['Interested', offer],
          ['Not now', letter],
        ] as const) {
          await button(`Add action to “${call}”`).click()
          await dialog.getByRole('textbox', { name: 'Results' }).fill(result)
          await dialog.getByRole('combobox', { name: 'Go to' }).click()
          await page.getByRole('option', { name: goal }).click()
          await send('Add')
          await button(`${result}: goes to “${goal}”`).waitFor()
        }
        await button('Add trigger').click()
        await dialog.getByRole('button', { name: 'Add condition' }).click()
        await page.getByRole('textbox', { name: /Find/ }).last().fill('city')
        await page.getByRole('option', { name: /City/ }).first().click()
        await dialog.getByRole('combobox', { name: /City/ }).selectOption('is')
        await dialog.getByRole('textbox', { name: /City/ }).fill(`Bern ${where}`)
        await send('Add')
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('list', { name: 'Triggers' }).getByText(`Bern ${where}`).waitFor()
        await checkScreen(opened, crm, `workflow-journey-drawing-${isPhone}`)

        await button('Try on a record').click()
        await dialog.getByRole('combobox', { name: 'Record' }).fill('Harbour')
        await page.getByRole('option', { name: `Harbour Tools ${where}` }).click()
        await dialog.getByText('depends on the result: Interested').waitFor()
        await checkScreen(opened, crm, `workflow-journey-try-${isPhone}`)
        await page.keyboard.press('Escape')

        const onRecord = await open(`entries/${client}`, { isPhone, ...(isPhone ? {} : { until: '#details' }) })
        const panel = onRecord.page.getByRole('region', { name: 'Workflows' })
        await panel.getByRole('button', { name: 'Start workflow' }).click()
        const start = onRecord.page.getByRole('dialog')
        const choice = start.getByRole('combobox', { name: /Workflow/ })
        if ((await choice.count()) > 0) {
          await choice.click()
          await onRecord.page.getByRole('option', { name }).click()
        }
        await start.getByRole('button', { name: 'Start', exact: true }).click()
        await panel.getByRole('link', { name: call }).waitFor()
        await checkScreen(onRecord, crm, `workflow-journey-record-${isPhone}`)

        // The trigger starts it on another record; both calls are in My day.
        await crm.create('AbEntry', {
          Key: null,
          CompanyName: `By trigger ${where}`,
          Address: { City: `Bern ${where}` },
        })
        await triggerTools(() => crm).judge()
        const day = await open('day', { isPhone })
        const boxes = day.page.getByRole('checkbox', { name: `Complete “${call}”` })
        await boxes.nth(1).waitFor()
        await checkScreen(day, crm, `workflow-journey-day-${isPhone}`)
        await boxes.first().click()
        const result = day.page.getByRole('dialog', { name: 'Result of the task' })
        await result.getByRole('button', { name: 'Not now' }).waitFor()
        await result.getByRole('button', { name: 'Not now' }).click()
        await day.page.getByRole('checkbox', { name: `Complete “${letter}”` }).waitFor()
        assert.equal(await day.page.getByRole('checkbox', { name: `Complete “${offer}”` }).count(), 0)
        const isOpen = { name: `Complete “${call}”`, checked: false }
        assert.equal(await day.page.getByRole('checkbox', isOpen).count(), 1)
        const query = { 'Workflow/Name': name, Completed: false }
        const content = { Scope: { Fields: { ParentKey: 1 } }, Criteria: { SearchQuery: query } }
        const running: Json[] = (await crm.ok('Read', { WorkflowInstance: content })).WorkflowInstance.Data
        assert.equal(running.length, 2)
        assert.deepEqual([...opened.complaints, ...onRecord.complaints, ...day.complaints], [])
      })
    }
  })
})
