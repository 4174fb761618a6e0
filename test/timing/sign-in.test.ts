// Measures that the sign-in takes as long for an e-mail address or account that exists as for one that does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { authorizePath, eachAuth, email, password, passwordPage } from '../support/auth.ts'
import { formOf, Person } from '../support/person.ts'

eachAuth(
  'the time that a sign-in takes',
  world => {
    /** The times of the answer to an e-mail address, and of the next answer, in ms. */
    const time = async (address: string): Promise<[number, number]> => {
      const person = new Person(world().url)
      const { action, fields } = formOf(await person.go(authorizePath(world().app, { state: 's' })), '/email')
      const cookie = [...person.cookies].map(pair => pair.join('=')).join('; ')
      const body = new URLSearchParams({ ...fields, email: address })
      const start = performance.now()
      const sent = { method: 'POST', body, headers: { cookie }, redirect: 'manual' } as const
      const answer = await fetch(world().url + action, sent)
      const answered = performance.now()
      await answer.text()
      await (await fetch(world().url + answer.headers.get('location'), { headers: { cookie } })).text()
      const took: [number, number] = [answered - start, performance.now() - answered]
      await world().server.app.signIn.idle()
      return took
    }

    test('does not tell whether an e-mail address is known', async () => {
      for (let i = 0; i < 10; i++) await time(i % 2 === 0 ? email : 'nobody@example.com')
      const pairs = 60
      let slower = [0, 0]
      for (let i = 0; i < pairs; i++) {
        const known = await time(email)
        const unknown = await time('nobody@example.com')
        slower = slower.map((count, which) => count + ((known[which] ?? 0) > (unknown[which] ?? 0) ? 1 : 0))
      }
      // Without a difference it is a coin: 60 throws leave this range once in 20,000 times.
      for (const count of slower) assert.ok(count > pairs * 0.25 && count < pairs * 0.75, slower.join(', '))
    })

    test('does not tell whether an account is gone', async () => {
      await world().accounts.user(world().db, 'EVE', 'eve@example.com', password)
      await world().accounts.setUser(world().db, 'EVE', { password: await hashPassword(password) })
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person, 'eve@example.com')
      const times: Record<'wrong' | 'gone', number[]> = { wrong: [], gone: [] }
      for (let i = 0; i < 8; i++) {
        for (const which of ['wrong', 'gone'] as const) {
          await world().accounts.setUser(world().db, 'EVE', { enabled: which === 'gone' ? 0 : 1 })
          const start = performance.now()
          await person.submit(page, '/password', { password: which === 'gone' ? password : 'wrong' })
          times[which].push(performance.now() - start)
        }
      }
      // Other programs can only make an answer take longer, so the shortest times are compared.
      const ratio = Math.min(...times.gone) / Math.min(...times.wrong)
      assert.ok(ratio > 0.6 && ratio < 1.67, `gone ${times.gone} ms, wrong ${times.wrong} ms`)
    })
  },
  { settings: { throttleAddress: 10_000, throttleEmail: 1000 } },
)
