// Tests that rejected rows say why in the language of their user, in the list of rows and in the file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm } from '../support/crm.ts'
import { importerOf } from './support.ts'

eachCrm('Reasons of rejected rows', crm => {
  const api = importerOf(crm)

  test('are in the language of the user, with the column', async () => {
    const languages = { 'de-DE': 'Mail: Der Wert ist ungültig.', 'fr-FR': 'Mail : La valeur n’est pas valable.' }
    for (const [Culture, reason] of Object.entries({ ...languages, 'es-ES': 'Mail: El valor no es válido.' })) {
      const person = await crm().addPerson(`P${Culture.slice(0, 2)}`.toUpperCase(), { Culture })
      const { id } = await api.upload('Name,Mail\nNo Address,nowhere\n', undefined, person)
      await api.plan(id, { columns: { Name: 'CompanyName', Mail: 'Email' } }, person)
      const { rows } = await api.call('GET', `imports/${id}/rows?outcome=reject`, undefined, person)
      const [problem] = rows[0].problems
      assert.equal(problem.Reason, reason)
      assert.match(problem.Message, /not an/)
      const file = await fetch(`${crm().server.url}/import/v1/imports/${id}/rejected`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      assert.match(await file.text(), new RegExp(`nowhere,${reason}`))
    }
  })
})
