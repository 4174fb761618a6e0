// Tags customers in the console: adds a tag with a colour, filters a list by it, changes many, and renames it in the set-up.
import { describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite, goTo } from './support.ts'

describe('tags', () => {
  consoleSuite('console tags', desk => {
    test('she adds a tag with a colour to a customer, tags the others, finds them by it, and recolours it', async () => {
      const { crm, open } = desk()
      const lake = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Ltd' })
      const late = await crm.create('Tag', { Name: 'Pays late', Color: 'Orange' })
      const tagsOf = async (key: string): Promise<string[]> => {
        const { Tags } = await crm.get('AbEntry', key, { Tags: [{ Name: 1, Color: 1 }] })
        return (Tags ?? []).map((tag: { Name: string; Color: string }) => `${tag.Name} ${tag.Color}`)
      }

      const opened = await open(`entries/${lake}`, { until: 'h2 >> text=Lakeside Foods' })
      const { page } = opened
      await page.getByRole('button', { name: 'Edit Tags' }).click()
      const picker = page.getByRole('textbox', { name: 'Tags' })
      await picker.fill('Key account')
      await page.getByRole('option', { name: 'Add tag “Key account”, Purple' }).click()
      await page.getByText('Key account').first().waitFor()
      await page.keyboard.press('Escape')
      await until(async () => (await tagsOf(lake)).join() === 'Key account Purple', 'the tag on the customer')
      await checkScreen(opened, crm, 'tagged-record')

      await goTo(page, `/d/${crm.database.name}/entries`)
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Edit…' }).click()
      await page.getByRole('option', { name: 'Tags', exact: true }).click()
      await page.getByRole('textbox', { name: 'Tags' }).fill('pays')
      await page.getByRole('option', { name: 'Pays late' }).click()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await until(
        async () => (await tagsOf(lake)).join() === 'Key account Purple,Pays late Orange',
        'both tags, the old one kept',
      )
      await checkScreen(opened, crm, 'tagged-list')

      await goTo(page, `/d/${crm.database.name}/entries?filter=${encodeURIComponent(`Tags~in~${late}`)}`)
      await page.getByRole('link', { name: 'Harbour Ltd' }).waitFor()

      await goTo(page, `/d/${crm.database.name}/setup/tags`)
      await page.getByRole('button', { name: 'Pays late' }).click()
      await page.getByRole('button', { name: 'Edit Color' }).click()
      await page.getByRole('radio', { name: 'Red' }).check()
      await page.keyboard.press('Enter')
      await until(async () => (await crm.get('Tag', late, { Color: 1 })).Color === 'Red', 'the new colour')
      await checkScreen(opened, crm, 'setup-tags')
    })
  })
})
