// Proves how the console finds the problems of a field, and applies the suggestion of a problem to a text.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { corrected, problemsAt, problemsIn, problemsOf, Refused } from '../../../console/src/api/errors.ts'

const errors = (...paths: string[]) => paths.map(Path => ({ ErrorCode: -3004, Path, Message: `${Path} is wrong.` }))
const refused = (...paths: string[]): Refused =>
  new Refused(200, problemsIn({ Code: -1, Errors: errors(...paths) }), null)

describe('the problems of an error', () => {
  test('are those of a field by its path in Data, in a list of records too', () => {
    const error = refused('AbEntry.Data.Email', 'AbEntry.Data[3].Address.City', 'AbEntry.Data')
    const paths = (field: string) => problemsAt(error, field).map(({ path }) => path)
    assert.deepEqual(paths('Email'), ['AbEntry.Data.Email'])
    assert.deepEqual(paths('Address/City'), ['AbEntry.Data[3].Address.City'])
    assert.deepEqual(paths('Phone'), [])
  })

  test('are none when the request was not refused', () => {
    assert.deepEqual(problemsOf(new Error('offline')), [])
    assert.equal(problemsOf(refused('a', 'b')).length, 2)
  })
})

describe('a suggestion', () => {
  const apply = (text: string, suggestion: string | null, path = '') => corrected(text, { path, suggestion })

  test('takes the place of the word that is most like it', () => {
    assert.equal(apply('"$CHANGED(Statuss)"', 'Status', 'filter.$CHANGED(Statuss)'), '"$CHANGED(Status)"')
    assert.equal(apply('{"Emial":{"$EQ":"x"}}', 'Email'), '{"Email":{"$EQ":"x"}}')
    assert.equal(apply('{"Email":{"EQ":"x"}}', '$EQ', 'filter.Email.EQ'), '{"Email":{"$EQ":"x"}}')
  })

  test('takes the place of the word of the path, when another word is like it too', () => {
    const text = '{"Status":1,"Statues":2,"Statuss":3}'
    assert.equal(apply(text, 'Status', 'filter.Statuss'), '{"Status":1,"Statues":2,"Status":3}')
  })

  test('leaves a text that has no such word, and any text when there is none', () => {
    assert.equal(apply('"today"', 'Company', 'AbEntry.Criteria.SearchQuery.Type'), '"today"')
    assert.equal(apply('Statuss', null), 'Statuss')
  })
})
