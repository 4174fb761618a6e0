// Publications reach every process, after the commit and never without it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { textTopic, topics } from '../../src/storage/nodes/topics.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { publishLimit, type Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { pause, until } from '../support/until.ts'
import { run, tables } from './fixture.ts'

eachEngine('publish', (_engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
  })

  const listen = (on: Store, topic: string): string[] => {
    const heard: string[] = []
    on.subscribe(textTopic(topic), payload => heard.push(payload))
    return heard
  }

  test('listeners in the same process are called before the write is answered, and not before the commit', async () => {
    const heard = listen(store, 'own')
    const during = await store.write(async tx => {
      await tx.publish(textTopic('own'), 'one')
      await tx.publish(textTopic('own'), 'one')
      await tx.publish(textTopic('own'), 'two')
      return [...heard]
    })
    assert.deepStrictEqual(during, [])
    assert.deepStrictEqual(heard, ['one', 'two'])
    await pause(400)
    assert.deepStrictEqual(heard, ['one', 'two'], 'the echo of the own publication is not heard')
  })

  test('a publication of a rolled-back write is not delivered', async () => {
    const heard = listen(store, 'rolled-back')
    const work = store.write(async tx => {
      await tx.publish(textTopic('rolled-back'), 'never')
      throw new Error('no')
    })
    await assert.rejects(work)
    await store.write(tx => tx.publish(textTopic('rolled-back'), 'after'))
    assert.deepStrictEqual(heard, ['after'])
  })

  test('a payload arrives as it was published, whatever its topic', async () => {
    const heard: unknown[] = []
    const stop = [
      store.subscribe(topics.user, user => heard.push(user)),
      store.subscribe(topics.group, db => heard.push(db)),
      store.subscribe(topics.token, token => heard.push(token)),
    ]
    await store.write(async tx => {
      await tx.publish(topics.user, { db: 7, uid: 'a:b' })
      await tx.publish(topics.group, 7)
      await tx.publish(topics.token, 'digest')
    })
    for (const unsubscribe of stop) unsubscribe()
    assert.deepStrictEqual(heard, [{ db: 7, uid: 'a:b' }, 7, 'digest'])
  })

  test('a listener gets only its own topic, and nothing after it unsubscribed', async () => {
    const other = listen(store, 'other')
    const heard: string[] = []
    const unsubscribe = store.subscribe(textTopic('topic'), payload => heard.push(payload))
    await store.write(tx => tx.publish(textTopic('topic'), 'first'))
    unsubscribe()
    await store.write(tx => tx.publish(textTopic('topic'), 'second'))
    assert.deepStrictEqual([heard, other], [['first'], []])
  })

  test('a listener that throws harms neither the write nor the other listeners', async () => {
    const warned = new Promise<Error>(resolve => process.once('warning', resolve))
    store.subscribe(textTopic('faulty'), () => {
      throw new Error('the fault of a listener')
    })
    const heard = listen(store, 'faulty')
    await store.write(tx => tx.publish(textTopic('faulty'), 'x'))
    assert.deepStrictEqual(heard, ['x'])
    assert.match((await warned).message, /fault of a listener/)
  })

  test('another store on the same data receives the payload, with line ends', async () => {
    const other = await fresh.open()
    const heard = listen(other, 'across')
    await until(async () => {
      await store.write(tx => tx.publish(textTopic('across'), 'ready'))
      await pause(50)
      return heard.length > 0
    })
    const payload = `two\nlines ${'é'.repeat(3_000)}`
    await store.write(tx => tx.publish(textTopic('across'), payload))
    await until(() => heard.includes(payload))
  })

  test('a publication of another process is received', async () => {
    const heard = listen(store, 'process')
    const program = run('publish.ts', fresh.url(), 'process', 'hello')
    assert.equal(await program.ended, 0)
    await until(() => heard.length > 0)
    assert.deepStrictEqual(heard, ['hello'])
  })

  test('a publication over the limit is a fault of the program', async () => {
    await assert.rejects(
      store.write(tx => tx.publish(textTopic('t'), 'x'.repeat(publishLimit))),
      /limited to/,
    )
    await store.write(tx => tx.publish(textTopic('t'), 'x'.repeat(publishLimit - 2)))
  })
})
