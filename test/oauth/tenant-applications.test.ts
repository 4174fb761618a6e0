// Tests that applications made by the administrators of one database cannot lead people to other sites.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizePath, eachAuth } from '../support/auth.ts'
import { eachCrm, type Json } from '../support/crm.ts'

eachAuth('applications of one database', world => {
  const ask = async (db: number, more: Record<string, string>) => {
    const app = await world().accounts.application({ db, redirectUri: 'https://evil.example/phish' })
    return fetch(world().url + authorizePath(app, more), { redirect: 'manual' })
  }
  for (const more of [
    { scope: 'bogus' },
    { response_type: 'token' },
    { code_challenge: 'x' },
    { state: 'x'.repeat(3000) },
  ]) {
    test(`a wrong ${Object.keys(more)[0]} gets a page, and a redirect only for applications of the command line`, async () => {
      const own = await ask(world().db, more)
      assert.deepEqual([own.status, own.headers.get('location')], [400, null])
      assert.match(await own.text(), /<h1>This sign-in link does not work/)
      const global = await ask(0, more)
      assert.equal(global.status, 302)
      assert.match(global.headers.get('location') ?? '', /^https:\/\/evil\.example\/phish\?error=/)
    })
  }
  test('a right request begins a sign-in', async () => {
    const answer = await ask(world().db, {})
    assert.equal(answer.status, 302)
    assert.match(answer.headers.get('location') ?? '', /^\/oauth\/v1\/sign-in\//)
  })
})

eachCrm('names of applications', crm => {
  const make = (Name: string): Json => ({ Application: { Data: { Name, RedirectUri: 'https://app.example/back' } } })
  test('have no web address, which mail programs would turn into a link', async () => {
    for (const name of [
      'URGENT https://evil.example/login',
      'See evil.example',
      'www.evil',
      'x ftp://y',
      'пример.рф',
      'https:∕∕evil',
      'https∶⁄⁄evil',
      'https：／／evil',
      'evil。example',
      'evil．example',
      'w\u200bww.evil',
      'https:/\u{e0061}/evil',
      'w\u3164ww.evil',
      '\u202elive//:sptth',
    ]) {
      const [problem] = await crm().refused('Create', make(name))
      assert.deepEqual([problem?.ErrorCode, problem?.Path], [-3004, 'Application.Data.Name'], name)
    }
    const { Key } = (await crm().ok('Create', make('Version 2.0 of A. B. & Co. für Col·lega'))).Application.Data
    const update = (data: Json) => ({ Application: { Data: { Key, ...data } } })
    assert.equal((await crm().refused('Update', update({ Name: 'evil.example' }))).length, 1)
    await crm().ok('Update', update({ AllowS256: true }))
  })
  test('an address without a host cannot be registered', async () => {
    for (const RedirectUri of ['https:///evil.example', 'https://', 'https:////evil.example/cb']) {
      const body = { Application: { Data: { Name: 'App', RedirectUri } } }
      assert.equal((await crm().refused('Create', body))[0]?.Path, 'Application.Data.RedirectUri', RedirectUri)
    }
  })
})
