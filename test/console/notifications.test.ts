// Tells colleagues in the console: a mention in a note, the number of unread notifications, and a call that leads to the next task.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite, goTo } from './support.ts'

describe('follow-up', () => {
  consoleSuite('console notifications', desk => {
    test('she mentions a colleague, who finds it under the bell; a call leads to the next task', async () => {
      const { crm, open } = desk()
      const lake = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      const hers = await open(`entries/${lake}`, { until: 'h2 >> text=Lakeside Foods' })
      await hers.page.getByRole('button', { name: 'Note', exact: true }).click()
      await hers.page.getByRole('textbox', { name: 'Write a note' }).pressSequentially('Please call them, @plai')
      await hers.page.getByRole('option', { name: 'Joe Plain' }).click()
      await hers.page.keyboard.press('Control+Enter')
      const read = { Note: { Scope: { Fields: { Text: 1 } }, Criteria: { SearchQuery: { ParentKey: lake } } } }
      const noted = async () => (await crm.ok('Read', read)).Note.Data.map((note: { Text: string }) => note.Text.trim())
      const written = `Please call them, @[Joe Plain](${crm.user.key})`
      await until(async () => (await noted()).join() === written, 'the note with the mention')
      await hers.page.getByText('Please call them, @Joe Plain').waitFor()

      await hers.page.getByRole('button', { name: 'Log a call' }).click()
      await hers.page.getByRole('textbox', { name: 'What was it about?' }).fill('Talked about ovens')
      await hers.page.getByRole('button', { name: 'Log call and plan next' }).click()
      const next = hers.page.getByRole('textbox', { name: 'What needs to be done' })
      await until(async () => (await next.inputValue()) === 'Follow up: Talked about ovens', 'the next task')

      const unread = async () => {
        const content = { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: { Read: false } } }
        return (await crm.ok('Read', { Notification: content }, crm.user)).Notification.Data[0]['$COUNT()']
      }
      await until(async () => (await unread()) === 1, 'the notification')
      const his = await open('notifications', { as: crm.user })
      await his.page.getByRole('link', { name: 'Lakeside Foods' }).waitFor()
      await his.page.getByText('Mary Master mentioned you').waitFor()
      await his.page.getByText('Please call them, @Joe Plain').waitFor()
      await his.page.getByRole('link', { name: 'Notifications 1' }).waitFor()
      await checkScreen(his, crm, 'notifications')
      await his.page.getByRole('button', { name: 'Mark all as read' }).click()
      await his.page.getByText('You are up to date.').waitFor()
      assert.equal(await unread(), 0)
      await goTo(his.page, `/d/${crm.database.name}/notifications?show=all`)
      await his.page.getByRole('link', { name: 'Lakeside Foods' }).waitFor()
    })
  })
})
