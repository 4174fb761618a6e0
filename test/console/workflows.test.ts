// Tests workflows in the console: on the page of a record, and their set-up as a line that is drawn, ordered and tried.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Json } from '../support/crm.ts'
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
      const list = await open('setup/workflows')
      await list.page.getByText('No workflows yet').waitFor()
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

    test('ask for the result when a task is completed on which a branch depends', async () => {
      const { crm, open } = desk()
      const tools = workflowTools(() => crm)
      const record = await crm.create('AbEntry', { Key: null, CompanyName: 'Hill Farm' })
      const flow = await tools.workflow({ Name: 'Ask again' })
      const [call] = [await tools.template(flow, 1, 'Call the farm'), await tools.template(flow, 2, 'Send the offer')]
      const branch = { ParentWorkflowKey: call, Action: 2, Operations: [{ Type: 1, Data: call }] }
      const onResult = (result: string) => ({ 'Workflow/Result': { $EQ: result } })
      await crm.create('WorkflowAction', { ...branch, Conditions: onResult('No answer') })
      await crm.create('WorkflowAction', {
        ...branch,
        Conditions: onResult('Wants an offer'),
        Operations: [{ Type: 1, Data: await tools.template(flow, 3, 'Write the contract') }],
      })
      const instance = await tools.start(flow, record)
      const { page, complaints } = await open('day')
      const box = page.getByRole('checkbox', { name: 'Complete “Call the farm”' })
      const dialog = page.getByRole('dialog', { name: 'Result of the task' })

      // To leave the dialog leaves the task open.
      await box.click()
      await dialog.getByRole('button', { name: 'Wants an offer' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.ok(!(await box.isChecked()))
      assert.deepEqual(await tools.open(instance), ['Call the farm'])

      await box.press('Space')
      await dialog.getByRole('button', { name: 'Wants an offer' }).press('Enter')
      await page.getByText('Completed “Call the farm”').waitFor()
      assert.deepEqual(await tools.open(instance), ['Write the contract'])
      assert.deepEqual(complaints, [])
    })

    test('beside them: a task that recurs every second Tuesday is made, seen, changed and ended', async () => {
      const { crm, open } = desk()
      const { page, complaints } = await open('tasks')
      await page.getByRole('button', { name: 'New Task' }).waitFor()
      await page.keyboard.press('n')
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Activity' }).fill('Water the plants')
      await form.getByRole('combobox', { name: 'Repetition' }).selectOption('weekly')
      await form.getByLabel('Every how many').fill('2')
      await form.getByRole('checkbox', { name: 'Tuesday' }).check()
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      const pattern = async (): Promise<Json> => {
        const content = {
          Scope: { Fields: { Key: 1, Recurrence: { Pattern: 1, Range: 1 } } },
          Criteria: { SearchQuery: { Activity: { $EQ: 'Water the plants' } } },
        }
        return (await crm.ok('Read', { Task: content })).Task.Data[0]
      }
      const made = await until(pattern, 'the task')
      const { Type, Interval, DaysOfWeek } = made.Recurrence.Pattern
      assert.deepEqual([Type, Interval, DaysOfWeek], ['weekly', 2, ['tuesday']])

      const record = await open(`tasks/${made.Key}`)
      const details = record.page.locator('#details')
      await details.getByText('Every 2 weeks on Tuesday').waitFor()
      await details
        .getByRole('button', { name: 'Edit: Repetition' })
        .or(details.getByRole('button', { name: /Repetition/ }))
        .first()
        .click()
      await details.getByLabel('How many times').fill('5')
      await details.getByLabel('How many times').press('Enter')
      await details.getByText('Every 2 weeks on Tuesday (5 times)').waitFor()
      await details
        .getByRole('button', { name: /Repetition/ })
        .first()
        .click()
      await details.getByRole('combobox', { name: 'Repetition' }).selectOption('')
      await details.getByRole('combobox', { name: 'Repetition' }).press('Enter')
      await until(async () => (await pattern()).Recurrence === null, 'the end of the repetition')
      assert.deepEqual([...complaints, ...record.complaints], [])
    })

    test('are drawn as a line, ordered by dragging and by keys, and tried on a record', async () => {
      const { crm, open } = desk()
      const tools = workflowTools(() => crm)
      const client = await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Tools', Address: { City: 'Bern' } })
      const opened = await open('setup/workflows')
      const { page } = opened
      const dialog = page.getByRole('dialog')
      const add = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
      const send = (name: string): Promise<void> => dialog.getByRole('button', { name, exact: true }).click()

      // A workflow, made by its form, is empty at first.
      await page.getByRole('row', { name: /Ask again/ }).waitFor()
      await page.keyboard.press('n')
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('After a fair')
      await send('Add')
      await page.getByText('No tasks yet.').waitFor()
      const [workflow] = await rows('Workflow', { Name: 'After a fair' })

      for (const subject of ['Send the papers', 'Call them', 'Visit them']) {
        await add('Add task')
        await dialog.getByRole('textbox', { name: 'What is to be done' }).fill(subject)
        await send('Add')
        await page.getByRole('button', { name: subject, exact: true }).waitFor()
      }
      const line = page.getByRole('list', { name: 'Tasks', exact: true })
      const order = async (): Promise<string[]> =>
        (await rows('WorkflowTaskTemplate', { WorkflowKey: workflow?.Key }, { Subject: 1, Sequence: 1 }))
          .toSorted((a, b) => a.Sequence - b.Sequence)
          .map(({ Subject }) => Subject)
      /** The store has the order, and the screen shows it. */
      const becomes = (wanted: string[]): Promise<unknown> =>
        until(async () => {
          const shown = await line
            .getByRole('button', { name: /^(Send the papers|Call them|Visit them)$/ })
            .allTextContents()
          return [await order(), shown].every(one => JSON.stringify(one) === JSON.stringify(wanted))
        }, wanted.join(', '))

      await page.getByRole('button', { name: 'Move “Visit them”' }).press('Alt+ArrowUp')
      await becomes(['Send the papers', 'Visit them', 'Call them'])
      await drag(page, 'Call them', line.getByRole('listitem').filter({ hasText: 'Send the papers' }))
      await becomes(['Call them', 'Send the papers', 'Visit them'])
      await page.keyboard.press('Control+z')
      await becomes(['Send the papers', 'Visit them', 'Call them'])

      // Who and when; a refusal stands in the form.
      await page.getByRole('button', { name: 'Call them', exact: true }).click()
      await dialog.getByRole('combobox', { name: 'Assigned to' }).click()
      await page.getByRole('option', { name: 'Joe Plain' }).click()
      await dialog.getByRole('textbox', { name: 'Due after', exact: true }).fill('2')
      await dialog.getByLabel('Time of day').fill('14:30')
      await send('Save')
      await line.getByText('Joe Plain · after 2 days · at 14:30').waitFor()

      // A branch by a result, and a trigger on a condition.
      await add('Add action to “Call them”')
      await dialog.getByRole('textbox', { name: 'Results' }).fill('No answer\nWrong number')
      await dialog.getByRole('combobox', { name: 'Go to' }).click()
      await page.getByRole('option', { name: 'Send the papers' }).click()
      await send('Add')
      await page.getByRole('button', { name: 'No answer, Wrong number: goes to “Send the papers”' }).waitFor()
      await add('Add trigger')
      await dialog.getByRole('button', { name: 'Add condition' }).click()
      await page.getByRole('textbox', { name: /Find/ }).last().fill('city')
      await page.getByRole('option', { name: /City/ }).first().click()
      await dialog.getByRole('combobox', { name: /City/ }).selectOption('is')
      await dialog.getByRole('textbox', { name: /City/ }).fill('Bern')
      await send('Add')
      const [trigger] = await until(async () => {
        const found = await rows('WorkflowAction', { Action: 1 }, { Conditions: 1, ParentWorkflowKey: 1 })
        return found.length > 0 && found
      }, 'the trigger')
      assert.deepEqual(trigger?.Conditions, { 'AbEntry/Address/City': { $EQ: 'Bern' } })

      // A change of a field at the end, read back by its form.
      await add('Add action')
      await dialog.getByRole('button', { name: 'Add a field' }).click()
      await page.getByRole('textbox', { name: /Find/ }).last().fill('last contact')
      await page.getByRole('option', { name: 'Last contact' }).click()
      await dialog.getByRole('checkbox', { name: 'The day or time at which it happens' }).check()
      await send('Add')
      await page.getByRole('button', { name: 'Changes Last contact' }).click()
      assert.ok(await dialog.getByRole('checkbox', { name: 'The day or time at which it happens' }).isChecked())
      await send('Cancel')
      await dialog.waitFor({ state: 'detached' })
      await checkScreen(opened, crm, 'workflow-drawing')

      // The dry run: what, when, for whom, and on what it depends. Nothing is made.
      await add('Try on a record')
      await dialog.getByRole('combobox', { name: 'Record' }).fill('Harbour')
      await page.getByRole('option', { name: 'Harbour Tools' }).click()
      const events = dialog.getByRole('list', { name: 'What would happen' }).getByRole('listitem')
      await events.filter({ hasText: 'Call them' }).getByText('Joe Plain').waitFor()
      await events.getByText('depends on the result: No answer, Wrong number').waitFor()
      await events.filter({ hasText: 'End of “After a fair”' }).getByText('happens').waitFor()
      assert.deepEqual(await rows('Task', { AbEntryKey: client }), [])
      await checkScreen(opened, crm, 'workflow-dry-run')
      await page.keyboard.press('Escape')

      // While the owner is disabled, triggers pause, and the screen says so.
      await crm.ok('Update', { Workflow: { Data: { Key: workflow?.Key, Owner: { Uid: crm.user.uid } } } })
      await crm.ok('Update', { User: { Data: { Key: crm.user.key, Enabled: false } } })
      await page.getByRole('alert').filter({ hasText: 'Joe Plain, in whose name triggers start' }).waitFor()
      await page.getByRole('link', { name: 'Workflows', exact: true }).first().click()
      await page
        .getByRole('row', { name: /After a fair/ })
        .getByText('Triggers paused')
        .waitFor()
      await crm.ok('Update', { User: { Data: { Key: crm.user.key, Enabled: true } } })

      // Stages with their own tasks, on a phone.
      const staged = await tools.workflow({ Name: 'In stages', HasStages: true, EntityType: 5 })
      const first = await tools.stage(staged, 1, { Name: 'Look' })
      await tools.stage(staged, 2, { Name: 'Repair' })
      await tools.template(first, 1, 'Ask for a picture')
      const onPhone = await open(`setup/workflows/${staged}`, { isPhone: true })
      const stages = onPhone.page.getByRole('list', { name: 'Stages', exact: true })
      await stages.getByRole('button', { name: 'Ask for a picture', exact: true }).waitFor()
      await onPhone.page.getByRole('button', { name: 'Move “Repair”' }).press('Alt+ArrowUp')
      await until(async () => {
        const [moved] = await rows('WorkflowStage', { Name: 'Repair' }, { Sequence: 1 })
        return moved?.Sequence === 1
      }, 'the other order of stages')
      await until(
        () => onPhone.page.evaluate('document.documentElement.scrollWidth <= innerWidth') as Promise<boolean>,
        'a page that fits a phone',
      )
      assert.deepEqual([...opened.complaints, ...onPhone.complaints], [])

      // The workflows of a case are started on its page.
      const claim = await crm.create('Case', { Key: null, AbEntryKey: client, Subject: 'Loose handle' })
      const onCase = await open(`cases/${claim}`)
      const panel = onCase.page.getByRole('region', { name: 'Workflows' })
      await panel.getByRole('button', { name: 'Start workflow' }).click()
      await onCase.page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
      await panel.getByText('Stage: Look').waitFor()
      assert.deepEqual(onCase.complaints, [])

      async function rows(entity: string, query: Json, fields: Json = {}): Promise<Json[]> {
        const content = { Scope: { Fields: { Key: 1, ...fields } }, Criteria: { SearchQuery: query } }
        return (await crm.ok('Read', { [entity]: content }))[entity].Data
      }
    })
  })
})

/** Drags an item by its handle to the place of another one. */
async function drag(page: Page, name: string, target: Locator): Promise<void> {
  const handle = page.getByRole('button', { name: `Move “${name}”` })
  await handle.hover()
  await page.mouse.down()
  await target.hover()
  await target.hover({ position: { x: 40, y: 10 } })
  await page.mouse.up()
}
