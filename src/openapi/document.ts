// Builds the OpenAPI 3.1 document of a model piece by piece, since the whole would block the event loop.
import { nextTurnIfLong } from '../base/scheduling/loop-turn.ts'
import { version } from '../base/version.ts'
import type { Model, ModelEntity } from '../model/model.ts'
import { schemaRows } from '../model/schema-rows.ts'
import { dataPaths, envelopeSchemas } from './data-paths.ts'
import { entityPaths } from './entity-paths.ts'
import { entitySchemas } from './entity-schemas.ts'
import { FieldSchemas } from './field-schemas.ts'
import { importPaths, importSchemas } from './import-paths.ts'
import { oauthPaths } from './oauth-paths.ts'
import type { Lists } from './options.ts'
import {
  type ServiceAddress,
  securitySchemes,
  sharedHeaders,
  sharedParameters,
  sharedResponses,
  sharedSchemas,
} from './parts.ts'
import { payloadPaths } from './payload-paths.ts'
import { servicePaths } from './service-paths.ts'
import { standardPaths } from './standard-paths.ts'
import { receivedWebhooks, webhookPaths, webhookSchemas } from './webhook-paths.ts'
import { workflowPaths } from './workflow-paths.ts'

export interface DocumentSubject {
  readonly model: Model
  readonly lists: Lists
  /** The name of the database; null for the built-in model. */
  readonly database: string | null
}

/** The object of the document that a piece belongs to. */
type Section = 'document' | 'paths' | 'components' | 'schemas'
type Piece = readonly [section: Section, members: Readonly<Record<string, unknown>>]

/** The text of the document. */
export async function documentText(subject: DocumentSubject, address: ServiceAddress): Promise<string> {
  const texts: Record<Section, string[]> = { document: [], paths: [], components: [], schemas: [] }
  for (const [section, members] of documentPieces(subject, address)) {
    const text = JSON.stringify(members).slice(1, -1)
    if (text !== '') texts[section].push(text)
    const turn = nextTurnIfLong()
    if (turn) await turn
  }
  const { document, paths, components, schemas } = texts
  const parts = [...components, `"schemas":{${schemas.join(',')}}`]
  return `{${document.join(',')},"paths":{${paths.join(',')}},"components":{${parts.join(',')}}}`
}

function* documentPieces(subject: DocumentSubject, address: ServiceAddress): Generator<Piece> {
  const { model, lists } = subject
  const { origin, apiPrefix: api, authPrefix: auth } = address
  const entities = [...model.entities, model.schema]
  yield ['document', head(subject, entities, address)]
  yield ['paths', { ...dataPaths(api), ...workflowPaths(api), ...payloadPaths(api), ...servicePaths(api) }]
  const rows = Map.groupBy(schemaRows(model), row => row.entity)
  const schemas = new FieldSchemas()
  for (const entity of entities) {
    const byPath = new Map(rows.get(entity.name)?.map(row => [row.path, row]))
    yield ['schemas', entitySchemas(entity, byPath, schemas, lists)]
    yield ['paths', entityPaths(entity, api)]
  }
  yield ['paths', oauthPaths(auth)]
  if (address.standard) yield ['paths', standardPaths({ auth, ...address.standard })]
  yield ['paths', webhookPaths()]
  yield ['schemas', webhookSchemas()]
  yield ['paths', importPaths()]
  yield ['schemas', importSchemas]
  yield ['schemas', Object.fromEntries(schemas.named)]
  yield ['schemas', { ...envelopeSchemas, ...sharedSchemas }]
  yield ['components', { responses: sharedResponses, headers: sharedHeaders, parameters: sharedParameters }]
  yield ['components', { securitySchemes: securitySchemes(origin, auth) }]
}

function head({ database }: DocumentSubject, entities: readonly ModelEntity[], { origin }: ServiceAddress): Piece[1] {
  return {
    openapi: '3.1.0',
    info: {
      title: database === null ? 'Clientele' : `Clientele: ${database}`,
      version,
      summary: 'Customer data behind one JSON API, with an OAuth 2.0 authorization server.',
      description: about,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Documentation', url: `${origin}/docs` },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    tags: [...tags, ...entities.map(({ name, entity }) => ({ name, description: entity.doc }))],
    webhooks: receivedWebhooks,
  }
}

const tags = [
  { name: 'Data', description: 'The operations for any entity.' },
  { name: 'Import', description: 'Files of records: upload, mapping, plan, commit, undo.' },
  { name: 'Documents', description: 'The bytes of documents.' },
  { name: 'Tokens', description: 'Whether a token is valid.' },
  { name: 'Service', description: 'Facts of the service, the session and the database.' },
  { name: 'Authorization', description: 'The OAuth 2.0 authorization server.' },
  { name: 'Standard issuer', description: 'The second issuer, for clients that follow the standards of today.' },
  { name: 'Webhooks', description: 'Targets that receive changes.' },
  { name: 'Change feed', description: 'The changes of a database, read in order.' },
]

const about = `Every operation on records is a POST of JSON. HTTP 200 says that it ran, \`Code\` whether it succeeded, and \`Errors\` lists every problem with a stable ErrorCode.

Names of members, entities, fields and operators are read in any letter case; the answer has the spelling of the request. This document has the usual spelling.

In examples a name such as \`<lakeside>\` stands for the key of a record, or for another value that the service issues. Every example is sent by a test.`
