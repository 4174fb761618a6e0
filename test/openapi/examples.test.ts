// Sends every example of the OpenAPI document to a real server, and judges request and answer by the schemas of the document.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Example } from '../../scripts/docs/examples/blocks.ts'
import { type ExampleSession, startExampleServer } from '../../scripts/docs/examples/run.ts'
import { kebabCase } from '../../src/base/text/names.ts'
import { exampleRequests } from '../../src/contracts/entity-examples.ts'
import { operationsOf } from '../../src/entities/entity.ts'
import { Model } from '../../src/model/model.ts'
import type { Json } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'
import { until } from '../support/until.ts'
import { type ApiDocument, type DocumentedOperation, readDocument } from './schemas.ts'

const formType = 'application/x-www-form-urlencoded'
const model = new Model([])

eachEngine('the examples of the OpenAPI document', (engine, fresh) => {
  const server = fresh.use(() => startExampleServer(engine, fresh.url()))
  let document: ApiDocument
  let session: ExampleSession
  const asked = new Set<string>()
  before(async () => {
    document = await readDocument(server().url)
    session = await server().open()
  })

  /** Sends the example of this name, or the operation without one, and judges the answer; gives its body. */
  const ask = async (operationId: string, name = 'example', status = 200): Promise<Json> => {
    const described = document.operation(operationId)
    const { message, kind, value } = messageOf(described, name)
    if (kind !== null && value !== undefined) {
      assert.deepEqual(document.requestFaults(described, kind, value), [], `the example of ${operationId}`)
    }
    const { answer, hide } = await session.send(message)
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? ''
    assert.deepEqual(
      document.answerFaults(described, answer.status, type, text),
      [],
      `${operationId}: ${text.slice(0, 500)}`,
    )
    assert.equal(answer.status, status, `${operationId}: ${text.slice(0, 500)}`)
    hide(`${answer.headers.get('location') ?? ''} ${text}`)
    asked.add(`${operationId} ${name}`)
    return type.startsWith('application/json') ? JSON.parse(text) : text
  }
  const succeed = async (operationId: string): Promise<void> => {
    const body = await ask(operationId)
    assert.equal(body.Code, 0, `${operationId}: ${JSON.stringify(body)}`)
  }

  /** Creates a second record, which an example merges. */
  const makeTwin = async (entity: (typeof model.entities)[number]): Promise<void> => {
    const create = exampleRequests(entity).findLast(({ operation }) => operation === 'Create')
    const { answer } = await session.send(plainMessage('Create', create?.body))
    const { [entity.name]: made } = (await answer.json()) as Json
    session.names.set(`${kebabCase(entity.name)}-twin`, made.Data.Key)
  }

  const created = new Set<string>()
  // Those that others refer to first: they are deleted and restored before anything hangs on them.
  const entities = [...model.entities, model.schema].sort(
    (a, b) => exampleRequests(a).length - exampleRequests(b).length,
  )
  for (const entity of entities) {
    test(`of ${entity.name} succeed, and their answers have the documented form`, async () => {
      // What the example refers to comes first, unless another example has made it already.
      for (const { operation, body } of exampleRequests(entity).slice(0, -1)) {
        const name = typeof body === 'string' ? 'BinaryUpload' : `${Object.keys(body as object)[0]}${operation}`
        if (created.has(name) || name === `${entity.name}Create`) continue
        if (name !== 'BinaryUpload') created.add(name)
        if (name === 'BinaryUpload') session.names.forget('upload')
        const { answer, hide } = await session.send(plainMessage(operation, body))
        const { Code } = JSON.parse(hide(await answer.text()))
        assert.equal(Code, 0, name)
      }
      // Validate checks a Create, where there is one.
      const order = entity.entity.operations.includes('Create')
        ? (['Validate', 'Create', 'Read', 'Update', 'Upsert', 'Delete', 'Restore'] as const)
        : (['Read', 'Update', 'Validate', 'Delete', 'Restore'] as const)
      for (const operation of order) {
        if (!operationsOf(entity.entity).includes(operation)) continue
        const name = `${entity.name}${operation}`
        if (operation === 'Create' && created.has(name)) asked.add(`${name} example`)
        else await succeed(name)
        created.add(name)
      }
      if (entity.entity.merge) {
        await makeTwin(entity)
        await succeed(`${entity.name}Merge`)
      }
      if (operationsOf(entity.entity).includes('Duplicates')) await succeed(`${entity.name}Duplicates`)
    })
  }

  test('of the general operations and of the service', async () => {
    for (const name of ['Create', 'Read', 'Update', 'Upsert', 'Delete', 'Restore', 'Validate', 'Duplicates'])
      await succeed(name)
    await makeTwin(model.entity('AbEntry'))
    await succeed('Merge')
    for (const name of ['GetSystemInfo', 'GetSessionInfo', 'GetVersionInfo', 'ConfigurationRead']) await succeed(name)
    await succeed('TokenValid')
    await ask('VerifyToken')
    assert.equal(await ask('BinaryDownload'), 'a picture')
    const { answer } = await session.send(plainMessage('BinaryUpload', 'Some bytes'))
    const upload = document.operation('BinaryUpload')
    assert.deepEqual(document.answerFaults(upload, answer.status, 'application/json', await answer.text()), [])
    asked.add('BinaryUpload example')
    assert.match(await ask('export'), /^Key,FullName,Address\/City\r\n/)
    assert.match(await ask('exportPerson'), /^PK/)
    for (const name of ['openapi', 'types', 'health', 'ready']) await ask(name)
  })

  test('of workflows', async () => {
    // The example of a delivery has completed the instance.
    session.names.forget('workflow-instance-1')
    await succeed('WorkflowStart')
    await succeed('WorkflowStop')
    session.names.forget('workflow-instance-1')
    await succeed('WorkflowStart')
    await succeed('WorkflowSkip')
  })

  test('of the conversion of a lead', async () => {
    await succeed('PayloadExecute')
  })

  test('of the authorization server', async () => {
    await ask('metadata')
    await ask('authorize', 'example', 303)
    await ask('token', 'code')
    await ask('token', 'refresh')
    assert.equal((await ask('introspect')).active, true)
    assert.equal((await ask('listGrants')).Grants.length, 1)
    for (const name of ['listBrowsers', 'forgetBrowsers', 'revokeGrant']) await succeed(name)
    for (const name of ['setSso', 'readSso', 'removeSso', 'testSso']) await succeed(name)
    // Without a token of a provider.
    await ask('endSso', 'example', 400)
    for (const name of ['setScim', 'readScim']) await succeed(name)
    session.names.set('id', (await ask('createScimToken')).Id)
    await succeed('revokeScimToken')
    const [invited] = (await ask('invite')).Invitations
    session.names.set('uid', invited.Uid)
    for (const name of ['sendInvitationAgain', 'listInvitations', 'revokeInvitation']) await succeed(name)
    for (const name of ['changeProfile', 'readProfile']) await succeed(name)
    // The head of a WebP of 128 by 128 pixels, which is text.
    const webp = 'RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\0\0\x7f\0\0'
    const set = await session.send(exampleOf('POST', '/oauth/v1/picture', webp))
    const { status } = set.answer
    const faults = document.answerFaults(
      document.operation('setPicture'),
      status,
      'application/json',
      await set.answer.text(),
    )
    assert.deepEqual([status, faults], [200, []])
    asked.add('setPicture example')
    assert.equal(await ask('readPicture'), webp)
    await succeed('removePicture')
    const ownCalendar = [
      'createCalendarAddress',
      'changeCalendarAddress',
      'readCalendarAddress',
      'revokeCalendarAddress',
    ]
    for (const name of ownCalendar) await succeed(name)
    for (const name of ['readFactors', 'readFactorPolicy']) await succeed(name)
    // A token changes no factors.
    const forConsole = [
      ...['beginTotp', 'setTotp', 'removeTotp', 'newRecoveryCodes'],
      ...['beginPasskey', 'setPasskey', 'renamePasskey', 'removePasskey'],
      ...['resetFactors', 'setFactorPolicy'],
    ]
    for (const name of forConsole) await ask(name, 'example', 403)
    // There is no such browser, and that is not the password.
    for (const name of ['forgetBrowser', 'changePassword']) await ask(name)
    await ask('revoke')
    assert.equal((await ask('introspect')).active, false)
  })

  test('of webhooks and the change feed', async () => {
    const { id, secret } = await ask('createTarget', 'example', 201)
    assert.match(secret, /^whsec_/)
    session.names.set('target', id)
    for (const name of ['listTargets', 'readTarget', 'changeTarget', 'rotateSecret', 'replay', 'testTarget']) {
      await ask(name)
    }
    assert.equal((await ask('listDeliveries')).deliveries.length, 1)
    assert.ok((await ask('listEventTypes')).eventTypes.length > 100)
    assert.ok((await ask('readEvents')).events.length > 50)
    await ask('removeTarget')
  })

  test('of imports and saved mappings', async () => {
    const file = 'E-mail,Company\nada@newsletter.example,Newsletter Ltd\n'
    const { answer } = await session.send(exampleOf('POST', '/import/v1/imports?entity=AbEntry&format=csv', file))
    const text = await answer.text()
    const faults = document.answerFaults(document.operation('createImport'), answer.status, 'application/json', text)
    assert.deepEqual(faults, [])
    asked.add('createImport example')
    session.names.set('import', JSON.parse(text).id)
    const settle = () => until(async () => !/ing$/.test((await ask('readImport')).status))
    for (const name of ['mapImport', 'commitImport', 'undoImport']) {
      await ask(name, 'example', 202)
      await settle()
    }
    assert.equal((await ask('listImports')).imports.length, 1)
    for (const name of ['listImportRows', 'readRejectedRows', 'removeImport']) await ask(name)
    for (const name of ['saveMapping', 'listMappings', 'readMapping', 'removeMapping']) await ask(name)
  })

  test('of erasures', async () => {
    await makeTwin(model.entity('AbEntry'))
    for (const name of ['Erase', 'LeadErase', 'AbEntryErase']) await succeed(name)
  })

  test('are all of the document', () => {
    const all = document.operations.flatMap(({ operation }) => {
      const contents: Json[] = Object.values(operation.requestBody?.content ?? {})
      const named = contents.flatMap(({ examples }) => Object.keys(examples ?? { example: {} }))
      return (named.length > 0 ? named : ['example']).map(name => `${operation.operationId} ${name}`)
    })
    assert.ok(all.length > 220, String(all.length))
    assert.deepEqual(
      all.filter(one => !asked.has(one)),
      [],
    )
  })
})

const plainMessage = (operation: string, body: unknown): Example =>
  exampleOf('POST', `/api/${operation}`, typeof body === 'string' ? body : JSON.stringify(body))

const exampleOf = (method: string, target: string, body: string, type?: string): Example => ({
  line: 0,
  method,
  target,
  headers: new Map(type === undefined ? [] : [['content-type', type]]),
  body,
  options: new Map(),
})

/** The request of an operation: its path and query by the examples of its parameters, its body by the example of this name. */
function messageOf({ path, method, operation, parameters }: DocumentedOperation, name: string) {
  const exampleIn = ({ examples }: Json): string | undefined => examples?.example.value
  const inPath = parameters.filter(one => one.in === 'path')
  const query = parameters.filter(one => one.in === 'query' && exampleIn(one) !== undefined)
  const target = inPath.reduce((text, one) => text.replace(`{${one.name}}`, exampleIn(one)), path)
  const asked = query.map(
    one => `${one.name}=${one.name === 'client_id' ? exampleIn(one) : encodeURIComponent(exampleIn(one) ?? '')}`,
  )
  const [kind = null] = Object.keys(operation.requestBody?.content ?? {})
  const value = kind === null ? undefined : operation.requestBody.content[kind].examples?.[name]?.value
  const body = kind === formType ? formOf(value) : value === undefined ? '' : JSON.stringify(value)
  const address = asked.length === 0 ? target : `${target}?${asked.join('&')}`
  return { message: exampleOf(method.toUpperCase(), address, body, kind ?? undefined), kind, value }
}

/** Names in angle brackets stay readable, since they are replaced in the text. */
const formOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${/^<.*>$/.test(value) ? value : encodeURIComponent(value)}`)
    .join('&')
