// Checks that every common password is refused, though the list is not read for long texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isCommonPassword } from '../../src/base/secrets/common-passwords.ts'

test('every password of the list is common, in any letter case', () => {
  const common = dictionary['passwords-common'] as readonly string[]
  assert.ok(common.length > 10_000)
  assert.deepEqual(
    common.filter(password => !isCommonPassword(password.toUpperCase())),
    [],
  )
})

test('a repeated character is common, and a sentence is not', () => {
  assert.equal(isCommonPassword('x'.repeat(40)), true)
  assert.equal(isCommonPassword('correct horse battery'), false)
  assert.equal(isCommonPassword('a rare one'), false)
})
