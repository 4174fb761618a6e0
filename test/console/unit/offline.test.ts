// Proves what the console does without a network: it knows when the server is away, and loads its parts again.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Drafts } from '../../../console/src/api/drafts.ts'
import { afterFailure, Loader } from '../../../console/src/api/loader.ts'
import { Reachability } from '../../../console/src/api/reachability.ts'
import { settled } from './support.ts'

/** A network that the test switches, and a clock that it moves. */
function network(isOn = true) {
  let told: (isOnline: boolean) => void = () => {}
  const timers: (() => void)[] = []
  const state = { isOn, answers: isOn, probes: 0 }
  const reachability = new Reachability({
    probe: async () => {
      state.probes++
      if (!state.answers) throw new TypeError('no network')
    },
    hasNetwork: () => state.isOn,
    onNetwork: run => {
      told = run
    },
    wait: run => void timers.push(run),
  })
  return {
    reachability,
    state,
    turn: (isOnline: boolean) => {
      Object.assign(state, { isOn: isOnline, answers: isOnline })
      told(isOnline)
    },
    pass: async () => {
      for (const run of timers.splice(0)) run()
      await settled()
    },
  }
}

describe('whether the server can be reached', () => {
  test('is what the browser says, and listeners hear each change once', async () => {
    const { reachability, turn } = network()
    let changes = 0
    reachability.subscribe(() => changes++)
    turn(false)
    turn(false)
    assert.deepEqual([reachability.isAway(), changes], [true, 1])
    turn(true)
    await settled()
    assert.deepEqual([reachability.isAway(), changes], [false, 2])
    assert.equal(network(false).reachability.isAway(), true, 'a tab that begins without a network')
  })

  test('is asked again while a server is silent, and not while there is no network at all', async () => {
    const { reachability, state, pass, turn } = network()
    state.answers = false
    reachability.lost()
    await pass()
    assert.deepEqual([state.probes, reachability.isAway()], [1, true])
    turn(false)
    await pass()
    assert.equal(state.probes, 1)
    Object.assign(state, { isOn: true, answers: true })
    await pass()
    assert.deepEqual([state.probes, reachability.isAway()], [2, false])
    await pass()
    assert.equal(state.probes, 2, 'a server that answers is left alone')
  })

  test('what waits for it runs once, when it is back', async () => {
    const { reachability, turn } = network()
    let runs = 0
    reachability.whenBack(() => runs++)
    assert.equal(runs, 1, 'at once')
    turn(false)
    reachability.whenBack(() => runs++)
    const end = reachability.whenBack(() => runs++)
    end()
    for (const isOnline of [true, false, true]) {
      turn(isOnline)
      await settled()
    }
    assert.equal(runs, 2)
  })
})

describe('a part with a script of its own', () => {
  test('is loaded once, and again after a failure', async () => {
    let calls = 0
    const loader = new Loader(async () => {
      if (++calls === 1) throw new TypeError('Failed to fetch')
      return 'screen'
    })
    await assert.rejects(loader.load())
    assert.equal(loader.loaded, null)
    assert.deepEqual(await Promise.all([loader.load(), loader.load()]), ['screen', 'screen'])
    assert.deepEqual([calls, loader.loaded], [2, 'screen'])
    assert.equal(await new Loader(() => Promise.reject(new Error('no'))).preload(), null)
  })

  const failing = (times: number) => {
    let left = times
    return new Loader(async () => {
      if (left-- > 0) throw new TypeError('Failed to fetch')
      return 'screen'
    })
  }

  test('waits for a server that is away, and comes when the server was away for a moment', async () => {
    const means = { ask: async () => false, hasDrafts: () => false, reload: () => assert.fail('reloaded') }
    assert.equal(await afterFailure(failing(9), means), 'away')
    assert.equal(await afterFailure(failing(0), { ...means, ask: async () => true }), null)
  })

  test('of an older build has the page loaded anew, but never over what was typed', async () => {
    let reloads = 0
    const means = { ask: async () => true, hasDrafts: () => false, reload: () => void reloads++ }
    assert.equal(await afterFailure(failing(9), means), 'gone')
    assert.equal(reloads, 1)
    assert.equal(await afterFailure(failing(9), { ...means, hasDrafts: () => true }), 'gone')
    assert.equal(reloads, 1)
  })

  test('a draft is there from the first letter until it is sent', () => {
    const drafts = new Drafts({ addEventListener: () => {}, removeEventListener: () => {} })
    assert.ok(drafts.isEmpty)
    drafts.set('form', { name: 'A' }, { name: '' })
    assert.ok(!drafts.isEmpty)
    drafts.drop('form')
    assert.ok(drafts.isEmpty)
  })
})
