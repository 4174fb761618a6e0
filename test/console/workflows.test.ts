// Tests the workflows on the page of a record: a look at what a start makes, the start, skip and stop, by keys and on a phone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { workflowTools } from '../support/workflows.ts'
import { checkScreen, consoleSuite } from './support.ts'

describe('the workflows of a record', () => {
  consoleSuite('console workflows', desk => {
    test('are not shown before there is one; then a person starts, skips and stops one', async () => {
      const { crm, open } = desk()
      const tools = workflowTools(() => crm)
      const record = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      const Objective = 'Two ovens'
      const sale = await crm.create('Opportunity', { Key: null, AbEntryKey: record, Objective })
      const opened = await open(`entries/${record}`, { until: '#details' })
      const { page } = opened
      await page.getByRole('tab', { name: /Timeline/ }).waitFor()
      const panel = page.getByRole('region', { name: 'Workflows' })
      assert.equal(await panel.count(), 0)

      const flow = await tools.workflow({ Name: 'Welcome', HasStages: true })
      const [first, second] = [await tools.stage(flow, 1, { Name: 'Prepare' }), await tools.stage(flow, 2)]
      await tools.template(first, 1, 'Call', { AssignedToExpression: 'JOE' })
      await tools.template(second, 1, 'Visit')
      await panel.getByText('No workflow is running.').waitFor()

      // By keys alone: the button, the one workflow that is chosen already, what would happen, Start.
      await panel.getByRole('button', { name: 'Start workflow' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Start a workflow on Lakeside Foods' })
      const plan = dialog.getByRole('region', { name: 'Tasks that the start makes' })
      await plan.getByText('Call').waitFor()
      assert.match((await plan.textContent()) ?? '', /Joe/)
      await dialog.getByRole('button', { name: 'Start', exact: true }).press('Enter')
      await panel.getByText('Stage: Prepare').waitFor()
      await panel.getByRole('link', { name: 'Call' }).waitFor()
      await dialog.waitFor({ state: 'detached' })
      await checkScreen(opened, crm, 'record-workflows')

      // A second start says why not, before it is sent.
      await panel.getByRole('button', { name: 'Start workflow' }).click()
      await dialog.getByRole('alert').getByText('runs there already').waitFor()
      assert.ok(await dialog.getByRole('button', { name: 'Start', exact: true }).isDisabled())
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      await panel.getByRole('button', { name: 'Skip task' }).click()
      await panel.getByRole('button', { name: 'Click again to confirm' }).click()
      await panel.getByRole('link', { name: 'Visit' }).waitFor()
      await panel.getByRole('button', { name: 'Stop' }).click()
      await panel.getByRole('button', { name: 'Click again to confirm' }).click()
      await panel.getByText('No workflow is running.').waitFor()

      // A workflow for opportunities; its task is of the sale.
      const offer = await tools.workflow({ Name: 'Offer', EntityType: 2 })
      await tools.template(offer, 1, 'Write the offer')
      await tools.start(offer, sale)
      const onPhone = await open(`opportunities/${sale}`, { isPhone: true })
      const ofSale = onPhone.page.getByRole('region', { name: 'Workflows' })
      await ofSale.getByRole('link', { name: 'Write the offer' }).waitFor()
      await until(
        () => onPhone.page.evaluate('document.documentElement.scrollWidth <= innerWidth') as Promise<boolean>,
        'a page that fits a phone',
      )
      assert.deepEqual(onPhone.complaints, [])
    })
  })
})
