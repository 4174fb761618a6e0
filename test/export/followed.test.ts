// Proves that an export, followed by the change feed from its token, equals the store that was written to meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportAll } from '../../packages/client/src/export.ts'
import { follow } from '../../packages/client/src/feed.ts'
import { connect, personalToken } from '../../packages/client/src/index.ts'
import { eachCrm } from '../support/crm.ts'

/** Three pages. */
const notes = 1_100
const writers = 4
const exports = 3

interface Copied {
  readonly version: number
  readonly category: unknown
}
type Copy = Map<string, Copied>

eachCrm('An export that is followed', crm => {
  test('by the change feed equals the store, though records change their order meanwhile', {
    timeout: 120_000,
  }, async () => {
    const client = connect({ url: crm().server.url, auth: personalToken(crm().admin.token) })
    const { Key: ParentKey } = await client.create('AbEntry', { Type: 'Company', CompanyName: 'Followed' })
    const note = (i: number) => ({ ParentKey, Category: String(i % notes).padStart(4, '0'), Text: 'followed' })
    const made = await client.createAll('Note', [...Array(notes).keys()].map(note))
    const keys = made.map(({ Key }) => Key)
    const fields = { Key: 1, Version: 1, Category: 1 } as const
    const query = { where: { ParentKey }, orderBy: [{ Category: 'ASC' }] } as const

    let writes = 0
    let isDone = false
    /** Moves a record to another place of the order, creates one, and deletes one, again and again. */
    const write = async (): Promise<void> => {
      while (!isDone) {
        const i = writes++
        const { Key } = await client.create('Note', note(i * 151))
        const [deleted, moved] = [keys.splice((i * 31) % keys.length, 1)[0] as string, keys.shift() as string]
        await client.delete('Note', deleted)
        await client.update('Note', { Key: moved, Category: note(i * 211).Category })
        keys.push(Key, moved)
      }
    }
    const writing = Array.from({ length: writers }, write)
    const copies: { copy: Copy; after: string }[] = []
    for (let i = 0; i < exports; i++) {
      const records = exportAll(client, 'Note', fields, query)
      const copy: Copy = new Map()
      for await (const { Key, Version, Category } of records) copy.set(Key, { version: Version, category: Category })
      copies.push({ copy, after: await records.feed() })
    }
    const before = writes
    while (writes < before + writers) await Promise.race([...writing, new Promise(resolve => setTimeout(resolve, 5))])
    isDone = true
    await Promise.all(writing)
    // Events are in the order of their transactions, so that all others precede this one.
    const last = await client.create('Note', { ParentKey, Category: 'last', Text: 'last' })
    const stored: Copy = new Map()
    for await (const { Key, Version, Category } of client.read('Note', fields, query))
      stored.set(Key, { version: Version, category: Category })

    for (const { copy, after } of copies) {
      assert.notDeepEqual(sorted(copy), sorted(stored))
      for await (const { events } of follow(client, { after, entities: ['Note'], payload: 'full' })) {
        for (const { data } of events) {
          const version = data.version ?? 0
          if (data.operation === 'deleted') copy.delete(data.key)
          else if (version > (copy.get(data.key)?.version ?? 0))
            copy.set(data.key, { version, category: data.record?.Category })
        }
        if (copy.has(last.Key)) break
      }
      assert.deepEqual(sorted(copy), sorted(stored))
    }
  })
})

const sorted = (copy: Copy): [string, Copied][] => [...copy].sort(([a], [b]) => (a < b ? -1 : 1))
