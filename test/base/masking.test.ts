// Tests that recorded requests show no secret, and still show which token was which.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskBody, maskForm, maskHeaders } from '../../src/base/secrets/masking.ts'

const token = `cla_${'A1b2C3d4'.repeat(5)}`
const other = `cla_${'Z1b2C3d4'.repeat(5)}`
const json = 'application/json'

test('tokens keep their prefix and a mark, equal for equal tokens', () => {
  const mark = maskHeaders({ authorization: `Bearer ${token}` }).authorization
  assert.match(mark ?? '', /^Bearer cla_\*\*\*.{6}$/)
  assert.equal(maskHeaders({ authorization: `Bearer ${token}` }).authorization, mark)
  assert.notEqual(maskHeaders({ authorization: `Bearer ${other}` }).authorization, mark)
  assert.ok(maskBody(`{"Note":"see ${token}"}`, json)?.includes(mark?.slice('Bearer '.length) ?? '?'))
})

test('passwords, client secrets, cookies and codes are hidden, and the rest is as it was sent', () => {
  assert.equal(maskHeaders({ authorization: 'Basic YTpi', cookie: 'a=1; b=2' }).authorization, 'Basic ***')
  assert.equal(maskHeaders({ cookie: 'a=1; b=2' }).cookie, 'a=***; b=***')
  assert.equal(
    maskForm('grant_type=x&client_secret=s%20s&code=123456&state=a%20b'),
    'grant_type=x&client_secret=***&code=***&state=a%20b',
  )
  assert.equal(
    maskBody('{"User":{"Data":{"Uid":"ANN","Password":"hidden"}},"Code":0}', json),
    '{"User":{"Data":{"Uid":"ANN","Password":"***"}},"Code":0}',
  )
  assert.equal(
    maskBody('{"clientSecret":"abc","Token":"","Secret":null}', json),
    '{"clientSecret":"***","Token":"","Secret":null}',
  )
  assert.equal(maskBody(`{ broken ${token}`, json), null)
  assert.equal(maskBody('{/* lenient */ "Password": "hidden",}', json), '{"Password":"***"}')
  assert.equal(maskBody(`{"a":"cls_${'x'.repeat(20)}"}`, json)?.includes('xxx'), false)
  assert.equal(maskBody(`{"a":"whsec_${'x'.repeat(43)}="}`, json)?.includes('xxx'), false)
  assert.equal(
    maskBody('{"url":"https://me:secret@hooks.example/a/b?token=abc&x=1"}', json),
    '{"url":"https://***@hooks.example/a/b?token=***&x=***"}',
  )
  assert.equal(
    maskBody('{"Pasword":"hidden","Passwrod":"hidden","Password":12345678,"apiKey":"hidden","Token":1}', json),
    '{"Pasword":"***","Passwrod":"***","Password":"***","apiKey":"***","Token":1}',
  )
  assert.equal(
    maskBody('{"PersonalAccessToken":{"Data":{"Name":"x"}}}', json),
    '{"PersonalAccessToken":{"Data":{"Name":"x"}}}',
  )
  assert.equal(maskForm('a=%E0%A4%A&b'), 'a=%E0%A4%A&b')
})
