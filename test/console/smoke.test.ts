// Opens each screen of the console on the second engine: it shows rows of the store, and writes one where it writes.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { engines } from '../support/engines.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { consoleSuite } from './support.ts'
import { consoleModule, fillDatabase, walks } from './walks.ts'

const { screens } = await consoleModule('screens/index.ts')
const paths: readonly string[] = screens.map(({ path }: { path: string }) => path)

describe('every screen of the console on another engine', () => {
  test('has a walk', () => assert.deepEqual(Object.keys(walks).sort(), [...paths].sort()))

  consoleSuite(
    'console smoke',
    desk => {
      let keys: Record<string, string> = {}
      before(async () => {
        const { crm } = desk()
        keys = await fillDatabase(crm, (await startReceiver()).url)
      })

      for (const path of paths) {
        const walk = walks[path]
        if (walk === undefined) continue
        test(`${path || 'start'} shows the store${walk.write ? ', and writes' : ''}`, async () => {
          const { crm, open } = desk()
          if (path === 'setup/sessions') await open('', { as: crm.user })
          const place = { crm, keys }
          const { page, complaints } = await open((await walk.address?.(place)) ?? path)
          const shown = typeof walk.shows === 'string' ? page.getByRole('main').getByText(walk.shows) : walk.shows(page)
          await shown.first().waitFor()
          await walk.write?.({ ...place, page })
          assert.deepEqual(complaints, [])
        })
      }
    },
    { settings: receiverNearby, on: engines.slice(-1) },
  )
})
