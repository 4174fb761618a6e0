// Tests that the address of a sign-in step names one of the steps and nothing else that JavaScript objects have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizePath, eachAuth } from '../support/auth.ts'
import { Person } from '../support/person.ts'

eachAuth('steps of a sign-in', world => {
  test('an unknown step is 404, whatever its name means to an object', async () => {
    const person = new Person(world().url)
    const page = await person.go(authorizePath(world().app))
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nosuchstep', 'EMAIL']) {
      const answer = await person.post(`${page.url}/${name}`, {})
      assert.equal(answer.status, 404, name)
      assert.match(answer.text, /There is no such page/)
    }
  })
})
