// Builds the paths of documents, of token checks, of facts about the service, and of its probes.
import {
  answer,
  body,
  bodyFailures,
  dataOperation,
  headerFailures,
  inPath,
  inQuery,
  notFound,
  type Operation,
  type Paths,
  parameter,
  resourceOperation,
  titled,
} from './parts.ts'
import { anything, flag, listOf, object, openObject, ref, type Schema, text, whole, zero } from './schema.ts'

/** The paths that concern no record. */
export const servicePaths = (api: string): Paths => ({
  ...documentPaths(api),
  ...exportPaths,
  ...tokenPaths(api),
  ...questionPaths(api),
  ...probePaths,
})

const storeCheck = object({ at: text, seconds: { type: 'number' }, damage: whole }, ['at', 'seconds', 'damage'])

const bytes = { 'application/octet-stream': {} }

function documentPaths(api: string): Paths {
  const uploaded = object({ BinaryDataId: text, Size: whole }, ['BinaryDataId', 'Size'])
  const success = object({ Code: zero, BinaryData: object({ Data: uploaded }, ['Data']) }, ['Code', 'BinaryData'])
  return {
    [`${api}/BinaryUpload`]: {
      post: dataOperation('write', success, {
        ...titled('BinaryUpload', ['Documents'], 'Upload the bytes of a document'),
        description: 'Create a Document with the BinaryDataId within a day.',
        requestBody: { required: true, content: bytes },
      }),
    },
    [`${api}/BinaryDownload/{key}`]: {
      get: downloadOperation(),
    },
  }
}

function downloadOperation(): Operation {
  const tagged = { ETag: { $ref: '#/components/headers/ETag' } }
  return resourceOperation(
    'read',
    {
      '200': { description: 'The bytes, with their own Content-Type.', headers: tagged, content: { '*/*': {} } },
      '206': { description: 'The bytes of one Range.', headers: tagged, content: { '*/*': {} } },
      '304': { description: 'The bytes are those that the client has.', headers: tagged },
      ...notFound,
      '416': { description: 'The Range lies outside the document.' },
    },
    {
      ...titled('BinaryDownload', ['Documents'], 'Download the bytes of a document'),
      parameters: [
        inPath('key', 'The key of the Document.', '<portrait>'),
        parameter('IfNoneMatch'),
        { name: 'Range', in: 'header', description: 'One range: `bytes=0-1023`.', schema: text },
      ],
    },
  )
}

const exportTypes = ['application/x-ndjson', 'text/csv', 'text/vcard'] as const

const exportPaths: Paths = {
  '/export/v1': {
    post: resourceOperation(
      'read',
      {
        '200': {
          description: 'The file, as a stream.',
          headers: {
            'Clientele-Feed': {
              description: 'The token of the change feed from before the first record.',
              schema: text,
            },
          },
          content: Object.fromEntries(exportTypes.map(type => [type, {}])),
        },
      },
      {
        ...titled('export', ['Data'], 'Export the records of a Read as a file'),
        description: 'The body is that of a Read of one entity, without PageKey and GroupBy. Top limits the records.',
        parameters: [
          inQuery(
            'format',
            { type: 'string', enum: ['ndjson', 'csv', 'spreadsheet', 'xlsx', 'vcard'] },
            'The format; ndjson unless said.',
            'csv',
          ),
          inQuery(
            'heading',
            { type: 'array', items: text },
            'The heading of each column of a table, in their order; the paths of the fields unless said.',
          ),
        ],
        requestBody: body(openObject, {
          example: { value: { AbEntry: { Scope: { Fields: { Key: 1, FullName: 1, Address: { City: 1 } } } } } },
        }),
      },
    ),
  },
  '/export/v1/person': {
    post: resourceOperation(
      'read',
      { '200': { description: 'The archive, as a stream.', content: { 'application/zip': {} } } },
      {
        ...titled('exportPerson', ['Data'], 'Export everything of one person as a ZIP archive'),
        description:
          'The entry or lead in `person.json`, the records that belong to it or are about it in a file for each entity, `History.json`, and the bytes of documents below `documents/`: what the caller may read, also from the recycle bin.',
        requestBody: body(object({ Key: text }, ['Key']), { example: { value: { Key: '<lakeside>' } } }),
      },
    ),
  },
}

function tokenPaths(api: string): Paths {
  const valid = object({ Code: zero }, ['Code'])
  return {
    [`${api}/TokenValid`]: {
      post: {
        ...titled('TokenValid', ['Tokens'], 'Ask whether a token is valid'),
        description: 'The token stands in the header or in the body. The answer is always HTTP 200.',
        security: [{ bearer: [] }, {}],
        requestBody: body(object({ Token: text }), { example: { value: { Token: '<token>' } } }, false),
        responses: {
          '200': answer('Code 0: it is valid. Code -1: it is not.', { oneOf: [valid, ref('Failure')] }),
          ...bodyFailures,
        },
      },
    },
    [`${api}/VerifyToken`]: {
      get: {
        ...titled('VerifyToken', ['Tokens'], 'Ask by HTTP status whether a token is valid'),
        security: [{ bearer: [] }],
        responses: { '200': { description: 'The token is valid.' }, '401': { description: 'The token is not valid.' } },
      },
    },
  }
}

interface Question {
  readonly name: string
  readonly summary: string
  readonly data: Schema
}

const questions: readonly Question[] = [
  {
    name: 'GetSessionInfo',
    summary: 'Database and user of the token',
    data: object({
      AddressBook: object({ Udbid: whole, Database: text, DisplayValue: text, WorkspaceId: text, ModelDigest: text }),
      User: object({
        Key: text,
        Uid: text,
        DisplayName: text,
        DisplayValue: text,
        Administrator: flag,
        Permissions: {
          type: 'object',
          additionalProperties: object({ Create: flag, Read: flag, Update: flag, Delete: flag }),
          description: 'What the token may do in each entity; a record may allow less.',
        },
      }),
    }),
  },
  {
    name: 'GetVersionInfo',
    summary: 'Versions of the API',
    data: object({ Current: text, Supported: listOf(text) }),
  },
  {
    name: 'ConfigurationRead',
    summary: 'Currencies and other options of the database',
    data: object({
      AuditLog: object({ Enabled: flag }),
      SystemOption: object({ FiscalYearStartMonth: whole, MultiCurrencyEnabled: flag, CorporateCurrency: text }),
    }),
  },
]

function questionPaths(api: string): Paths {
  const answered = (data: Schema): Schema => object({ Code: zero, Data: data }, ['Code', 'Data'])
  const asked = questions.map(({ name, summary, data }) => [
    `${api}/${name}`,
    {
      post: dataOperation('read', answered(data), {
        ...titled(name, ['Service'], summary),
        description: 'The body selects members of the answer; `{}` gives all.',
        requestBody: body(openObject, { example: { value: {} } }),
      }),
    },
  ])
  const info = object({ Name: text, Version: text }, ['Name', 'Version'])
  return {
    [`${api}/GetSystemInfo`]: {
      post: {
        ...titled('GetSystemInfo', ['Service'], 'Name and version of the service'),
        security: [],
        responses: { '200': answer('Name and version.', answered(info)), ...bodyFailures },
      },
    },
    ...Object.fromEntries(asked),
    [`${api}/openapi.json`]: { get: documentOperation() },
    [`${api}/types.ts`]: { get: typesOperation },
  }
}

function documentOperation(): Operation {
  const headers = { ETag: { $ref: '#/components/headers/ETag' } }
  return {
    ...titled('openapi', ['Service'], 'This document'),
    description:
      'With a token: of the database of the caller, with its user-defined fields and the names of its options. Without one: of the built-in model.',
    security: [{ bearer: [] }, {}],
    parameters: [parameter('IfNoneMatch')],
    responses: {
      '200': {
        description: 'An OpenAPI 3.1 document.',
        headers,
        content: { 'application/json': { schema: anything } },
      },
      '304': { description: 'The client has the current document.', headers },
      '401': { $ref: '#/components/responses/Unauthorized' },
    },
  }
}

const typesOperation: Operation = resourceOperation(
  'read',
  { '200': { description: 'The source of a TypeScript module.', content: { 'text/plain': { schema: text } } } },
  {
    ...titled('types', ['Service'], "The TypeScript types of the caller's database, for the client package"),
  },
)

const probePaths: Paths = {
  '/healthz': {
    get: {
      ...titled('health', ['Service'], 'Whether the process is alive'),
      security: [],
      responses: { '200': answer('It is.', object({ status: text }, ['status'])), ...headerFailures },
    },
  },
  '/readyz': {
    get: {
      ...titled('ready', ['Service'], 'Whether requests can be answered'),
      security: [],
      responses: {
        '200': answer(
          'They can; `degraded` when the store cannot be written, a worker is missing, or the last check of the store found damage.',
          object({ status: text, reason: text, check: storeCheck }, ['status']),
        ),
        ...headerFailures,
        '503': answer('They cannot.', object({ status: text, reason: text }, ['status'])),
      },
    },
  },
}
