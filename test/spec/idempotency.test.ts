// Tests that a copy of the store and a guessed Idempotency-Key do not show a secret that an answer showed once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { unseal } from '../../src/base/secrets/seal.ts'
import { compile } from '../../src/storage/statement.ts'
import { type Crm, eachCrm, type Json } from '../support/crm.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'clientele-keys-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

const create = (crm: Crm, entity: string, data: Json, key: string): Promise<Json> =>
  crm.call('Create', { [entity]: { Data: data } }, crm.admin, { 'idempotency-key': key })
const newToken = async (crm: Crm, key: string): Promise<Json> =>
  (await create(crm, 'PersonalAccessToken', { Name: 'new' }, key)).PersonalAccessToken.Data
const newApplication = async (crm: Crm, key: string): Promise<Json> =>
  (await create(crm, 'Application', { Name: 'App', RedirectUri: 'https://app.example/back' }, key)).Application.Data

/** Kept answers that the client's key alone opens. */
async function openedBy(crm: Crm, key: string): Promise<string[]> {
  const { store } = crm.server
  const kept = store.dialect.dynamicBuilder.selectFrom('idempotency').select('answer')
  const rows = await store.rows(compile(kept.where('db', '=', crm.database.id)))
  return rows.map(row => unseal((row as Json).answer, key, 'idempotency')).filter(text => text !== null)
}

eachCrm(
  'Kept answers with secret-key',
  crm => {
    test('come again with their secret, and the key of the client alone does not open them', async () => {
      const token = await newToken(crm(), '1')
      assert.match(token.Token, /^clp_/)
      assert.deepEqual(await newToken(crm(), '1'), token)
      const application = await newApplication(crm(), '2')
      assert.equal(application.ClientSecret.length, 64)
      assert.deepEqual(await newApplication(crm(), '2'), application)
      assert.deepEqual([...(await openedBy(crm(), '1')), ...(await openedBy(crm(), '2'))], [])
    })

    test('come again without their secret for another token of the same user', async () => {
      const { Token, ...rest } = await newToken(crm(), '3')
      const { Token: other } = await newToken(crm(), '4')
      const again = await crm().call(
        'Create',
        { PersonalAccessToken: { Data: { Name: 'new' } } },
        { ...crm().admin, token: other },
        { 'idempotency-key': '3' },
      )
      assert.deepEqual(again.PersonalAccessToken.Data, rest)
      assert.equal((await newToken(crm(), '3')).Token, Token)
    })
  },
  { settings: { secretKey: 'k'.repeat(32) } },
)

eachCrm(
  'Kept answers without secret-key',
  (crm, engine) => {
    test('come again, without the secret where nodes have no key in common', async () => {
      const { Token, ...rest } = await newToken(crm(), '1')
      const { ClientSecret, ...others } = await newApplication(crm(), '2')
      // Nodes behind a proxy are always given a key.
      const again = engine === 'sqlite' || process.env.CLIENTELE_TEST_NODES !== undefined
      assert.deepEqual(await newToken(crm(), '1'), again ? { ...rest, Token } : rest)
      assert.deepEqual(await newApplication(crm(), '2'), again ? { ...others, ClientSecret } : others)
      const opened = [...(await openedBy(crm(), '1')), ...(await openedBy(crm(), '2'))].join()
      assert.ok(!opened.includes(Token) && !opened.includes(ClientSecret))
    })
  },
  { settings: { dataDir } },
)
