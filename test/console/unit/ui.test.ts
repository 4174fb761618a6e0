// Proves small parts of the frame: addresses and their parameters, neighbours, keys, drafts, requests of a screen, colours, browsers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Drafts } from '../../../console/src/api/drafts.ts'
import { inOrder, type ScreenRequest, ScreenRequests } from '../../../console/src/api/screen-requests.ts'
import { statusColour, targetPath } from '../../../console/src/developers/targets.ts'
import { capsOf, KeySequence, stepOf } from '../../../console/src/keys/sequence.ts'
import { neighboursOf, rememberNeighbours } from '../../../console/src/ui/addresses/neighbours.ts'
import { changedTexts, choiceParam, textParam, valuesOf } from '../../../console/src/ui/addresses/params.ts'
import { databaseAddress, entityInPath, keyInAddress, recordPath } from '../../../console/src/ui/addresses/paths.ts'
import { hueOf } from '../../../console/src/ui/display/hue.ts'
import { agentName } from '../../../console/src/ui/display/user-agent.ts'

describe('parameters of an address', () => {
  const params = {
    q: textParam<string>(''),
    tab: choiceParam(['all', 'open', 'closed']),
    page: { fallback: 1, read: Number, write: String },
  }

  test('that are missing or wrong have their fallback', () => {
    assert.deepEqual(valuesOf(params, {}), { q: '', tab: 'all', page: 1 })
    assert.deepEqual(valuesOf(params, { q: 'x', tab: 'unknown', page: '7' }), { q: 'x', tab: 'all', page: 7 })
  })

  test('a value stays the same object while its text does', () => {
    const listed = { columns: { fallback: [] as string[], read: (text: string) => text.split(','), write: String } }
    const first = valuesOf(listed, { columns: 'a,b' }).columns
    assert.equal(valuesOf(listed, { columns: 'a,b', q: 'x' }).columns, first)
    assert.deepEqual(valuesOf(listed, { columns: 'b' }).columns, ['b'])
    assert.deepEqual(valuesOf(listed, {}).columns, [])
  })

  test('any values are read back after a change, and fallbacks are left out', () => {
    const values = fc.record(
      { q: fc.string(), tab: fc.constantFrom('all', 'open', 'closed'), page: fc.nat() } as const,
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(values, values, (before, after) => {
        const texts = changedTexts(params, changedTexts(params, {}, before), after)
        assert.deepEqual(valuesOf(params, texts), after)
        assert.equal('q' in texts, after.q !== '')
        assert.equal('tab' in texts, after.tab !== 'all')
      }),
    )
  })

  test('a change leaves other parameters alone, and can follow from the current values', () => {
    assert.deepEqual(changedTexts(params, { q: 'x', other: 'y' }, { tab: 'open' }), { q: 'x', other: 'y', tab: 'open' })
    assert.deepEqual(
      changedTexts(params, { page: '4' }, now => ({ page: now.page + 1 })),
      { page: '5' },
    )
    const texts = { q: 'x' }
    changedTexts(params, texts, { q: 'y' })
    assert.deepEqual(texts, { q: 'x' })
  })
})

describe('paths', () => {
  test('of screens and records of a database', () => {
    assert.equal(databaseAddress('lakeside'), '/d/lakeside')
    assert.equal(databaseAddress('lakeside', 'entries'), '/d/lakeside/entries')
    assert.equal(recordPath('AbEntry', 'QWJF=='), 'entries/QWJF')
    assert.equal(recordPath('Note', 'k'), null)
  })

  test('a key in an address is the key of the server', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 20 }), bytes => {
        const key = Buffer.from(bytes).toString('base64').replaceAll('/', '_')
        const [, text = ''] = (recordPath('Task', key) as string).split('/')
        assert.equal(keyInAddress(text), key)
      }),
    )
    assert.equal(keyInAddress(''), '')
  })

  test('the entity of a screen follows from its path', () => {
    assert.equal(entityInPath('/d/lakeside/entries/k1'), 'AbEntry')
    assert.equal(entityInPath('/d/lakeside/requests/k1'), 'RequestLog')
    assert.equal(entityInPath('/d/lakeside'), '')
    assert.equal(entityInPath('/d/lakeside/reports'), '')
  })
})

describe('neighbours of a record', () => {
  test('are those of the list it was opened from', () => {
    assert.equal(neighboursOf('AbEntry', 'a'), null)
    rememberNeighbours('AbEntry', ['a', 'b', 'c'])
    assert.deepEqual(neighboursOf('AbEntry', 'a'), { previous: null, next: 'b' })
    assert.deepEqual(neighboursOf('AbEntry', 'b'), { previous: 'a', next: 'c' })
    assert.deepEqual(neighboursOf('AbEntry', 'c'), { previous: 'b', next: null })
    assert.equal(neighboursOf('Task', 'b'), null, 'another entity')
    assert.equal(neighboursOf('AbEntry', 'z'), null, 'opened otherwise')
  })
})

describe('keys', () => {
  const press = (key: string, held: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {}) => ({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    ...held,
  })

  test('of an event are spelled as in a shortcut', () => {
    assert.equal(stepOf(press('K', { ctrlKey: true }), false), 'mod+k')
    assert.equal(stepOf(press('k', { metaKey: true }), true), 'mod+k')
    assert.equal(stepOf(press('k', { ctrlKey: true }), true), 'k', 'on a Mac Ctrl is not the key of shortcuts')
    assert.equal(stepOf(press('Enter', { shiftKey: true }), false), 'shift+enter')
    assert.equal(stepOf(press('?', { shiftKey: true }), false), '?', 'some keyboards need Shift for a sign')
    assert.equal(stepOf(press('x', { altKey: true, shiftKey: true }), false), 'alt+shift+x')
  })

  test('a space is spelled by its name', () => {
    assert.equal(stepOf(press(' '), false), 'space')
  })

  test('are shown as people know them', () => {
    assert.deepEqual(capsOf('mod+k', false), [['Ctrl', 'K']])
    assert.deepEqual(capsOf('mod+k', true), [['⌘', 'K']])
    assert.deepEqual(capsOf('g s', false), [['G'], ['S']])
    assert.deepEqual(capsOf('shift+enter', true), [['⇧', '↵']])
    assert.deepEqual(capsOf('space', false), [['Space']])
  })

  const shortcuts = ['g s', 's', 'j', 'mod+k', 'g e'].map(keys => ({ keys }))
  const pressed = (steps: readonly [string, number][], list: readonly { keys: string }[] = shortcuts) => {
    const sequence = new KeySequence()
    return steps.map(([step, time]) => sequence.press(step, time, list)?.keys)
  }

  test('one after the other make a shortcut, and the second one does nothing else', () => {
    assert.deepEqual(
      pressed([
        ['g', 0],
        ['s', 500],
        ['s', 600],
      ]),
      [undefined, 'g s', 's'],
    )
    assert.deepEqual(
      pressed([
        ['g', 0],
        ['j', 500],
        ['j', 600],
      ]),
      [undefined, undefined, 'j'],
      'a wrong second key ends it',
    )
  })

  test('after a pause a key begins anew', () => {
    assert.deepEqual(
      pressed([
        ['g', 0],
        ['s', 1201],
      ]),
      [undefined, 's'],
    )
    assert.deepEqual(
      pressed([
        ['g', 5000],
        ['s', 6200],
      ]),
      [undefined, 'g s'],
    )
  })

  test('of several shortcuts with the same keys the newest counts', () => {
    const sequence = new KeySequence()
    const newest = { keys: 'j' }
    assert.equal(sequence.press('j', 0, [...shortcuts, newest]), newest)
    assert.equal(sequence.press('unknown', 1, shortcuts), undefined)
    assert.deepEqual(
      pressed([
        ['x', 0],
        ['mod+k', 1],
      ]),
      [undefined, 'mod+k'],
    )
  })
})

describe('drafts', () => {
  test('are kept until they are dropped or as at the beginning; while there are any the browser asks before it leaves', () => {
    const page = new EventTarget()
    const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const drafts = new Drafts(page as never)
    assert.ok(!isAsked())
    drafts.set('note 1', { text: 'x' }, { text: '' })
    drafts.set('task 1', { text: 'y' }, { text: '' })
    assert.ok(isAsked())
    assert.deepEqual(drafts.get('note 1'), { text: 'x' })
    assert.equal(drafts.firstOf({ call: 'call 1', note: 'note 1', task: 'task 1' }), 'note')
    drafts.set('note 1', { text: '' }, { text: '' })
    assert.equal(drafts.get('note 1'), undefined)
    assert.ok(isAsked(), 'the task is still there')
    drafts.drop('task 1')
    assert.ok(!isAsked())
    assert.equal(drafts.firstOf({ note: 'note 1' }), null)
  })
})

describe('requests of a screen', () => {
  const request = (title: string): ScreenRequest => ({ title, operation: 'Read', body: {} })

  test('are listed in their order, the last write at the end', () => {
    const requests = new ScreenRequests()
    requests.set('a', request('first'))
    requests.setWrite(request('write'))
    requests.set('b', request('second'))
    requests.setWrite(request('newer write'))
    assert.deepEqual(
      inOrder(requests.snapshot()).map(({ title }) => title),
      ['first', 'second', 'newer write'],
    )
    requests.set('a', null)
    assert.deepEqual(
      inOrder(requests.snapshot()).map(({ title }) => title),
      ['second', 'newer write'],
    )
    assert.deepEqual(inOrder(new Map()), [])
  })

  test('the list is a new one only when a request changes, and listeners are called then', () => {
    const requests = new ScreenRequests()
    let calls = 0
    const unsubscribe = requests.subscribe(() => calls++)
    const one = request('one')
    requests.set('a', one)
    const before = requests.snapshot()
    requests.set('a', one)
    requests.set('b', null)
    assert.equal(requests.snapshot(), before)
    assert.equal(calls, 1)
    unsubscribe()
    requests.set('a', null)
    assert.equal(calls, 1)
  })
})

describe('display', () => {
  test('a name has the same colour everywhere, one of eight; a number the one of its place', () => {
    fc.assert(
      fc.property(fc.string(), seed => {
        const hue = hueOf(seed)
        assert.ok(Number.isInteger(hue) && hue >= 0 && hue < 8)
        assert.equal(hueOf(seed), hue)
      }),
    )
    assert.deepEqual(['0', '3', '4', '8'].map(hueOf), [0, 3, 4, 0])
    assert.ok(new Set(['Ann', 'Ben', 'Eva', 'Jim', 'Zoe'].map(hueOf)).size > 1)
  })

  const words = { unknown: 'Unknown', on: (browser: string, system: string) => `${browser} on ${system}` }
  const agents: [string | null, string][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Version/17 Safari/605', 'Safari on macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X) Version/17 Safari/604', 'Safari on iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36 OPR/106', 'Opera on Windows'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['Tool (Linux)', 'Linux'],
    ['', 'Unknown'],
    [null, 'Unknown'],
  ]
  for (const [agent, name] of agents) {
    test(`${agent} is ${name}`, () => assert.equal(agentName(agent, words), name))
  }
})

describe('webhook targets', () => {
  test('have a path, and a colour that says whether something is wrong', () => {
    assert.equal(targetPath(), 'webhooks/v1/targets')
    assert.equal(targetPath('t1'), 'webhooks/v1/targets/t1')
    const colours = (['active', 'paused', 'failing', 'failures', 'gone'] as const).map(status =>
      statusColour({ status }),
    )
    assert.deepEqual(colours, ['green', 'gray', 'red', 'red', 'red'])
  })
})
