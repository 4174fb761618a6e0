// Reads an OpenAPI document as tests need it: its operations, their examples, and a judge of their answers.
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from '../support/crm.ts'

export interface DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Json
  /** Of the path and of the operation, with references followed. */
  readonly parameters: readonly Json[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** `2026-03-10`, `2026-03-10T09:00:00Z`, an absolute address. */
const formats = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  uri: /^[a-z][a-z0-9+.-]*:/,
  'uri-reference': true,
} as const

/**
 * Schemas that are compiled once for all documents which have them: both engines serve the same ones, and to compile them
 * costs more than all requests of a test. Code that runs a few times is not worth optimizing.
 */
class CompiledSchemas {
  readonly #ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    inlineRefs: false,
    code: { optimize: false },
    formats,
  })
  readonly #judges = new Map<string, ValidateFunction>()

  constructor(root: Json) {
    this.#ajv.addSchema(root, 'document')
  }

  judge(pointer: string): ValidateFunction {
    const judge = this.#judges.get(pointer) ?? this.#ajv.compile({ $ref: `document${pointer}` })
    this.#judges.set(pointer, judge)
    return judge
  }
}

const compiled = new Map<string, CompiledSchemas>()

function compiledSchemas(root: Json): CompiledSchemas {
  // The addresses of the server, which differ, are in the security schemes; no body is judged by those.
  const { securitySchemes: _, ...components } = root.components
  const text = JSON.stringify([root.paths, components])
  const schemas = compiled.get(text) ?? new CompiledSchemas(root)
  compiled.set(text, schemas)
  return schemas
}

export class ApiDocument {
  readonly root: Json
  readonly #schemas: CompiledSchemas

  constructor(root: Json) {
    this.root = root
    this.#schemas = compiledSchemas(root)
  }

  get operations(): DocumentedOperation[] {
    return Object.entries(this.root.paths as Json).flatMap(([path, item]: [string, Json]) =>
      methods
        .filter(method => item[method])
        .map(method => {
          const operation = item[method]
          const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(one => this.follow(one))
          return { path, method, operation, parameters }
        }),
    )
  }

  operation(operationId: string): DocumentedOperation {
    return this.operations.find(one => one.operation.operationId === operationId) ?? assert.fail(`no ${operationId}`)
  }

  /** The object itself, or the target of its `$ref`. */
  follow(object: Json): Json {
    return object.$ref ? this.at(object.$ref) : object
  }

  at(pointer: string): Json {
    const steps = pointer.replace('#/', '').split('/')
    return steps.reduce((value, step) => value[step.replaceAll('~1', '/').replaceAll('~0', '~')], this.root)
  }

  /** The violations of the schema at this place of the document by a value; empty when it conforms. */
  faults(pointer: string, value: unknown): string[] {
    const judge = this.#schemas.judge(pointer)
    if (judge(value)) return []
    return (judge.errors ?? []).map(
      ({ instancePath, message, data, params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}: ${JSON.stringify(data)?.slice(0, 200)}`,
    )
  }

  /** The faults of an answer: an undocumented status, or a body that violates its schema. */
  answerFaults({ path, method, operation }: DocumentedOperation, status: number, type: string, text: string): string[] {
    const given = operation.responses[String(status)]
    if (!given) return [`${operation.operationId} has no status ${status}: ${text.slice(0, 500)}`]
    const place = given.$ref ?? `#/paths/${escaped(path)}/${method}/responses/${status}`
    const { content } = this.follow(given)
    if (content === undefined) return text === '' ? [] : [`${operation.operationId} ${status} has a body: ${text}`]
    const kind = type.split(';')[0] as string
    if (kind !== 'application/json') return content[kind] || content['*/*'] ? [] : [`no content of type ${kind}`]
    if (content['*/*']) return []
    return this.faults(`${place}/content/application~1json/schema`, JSON.parse(text))
  }

  /** The faults of the body of a request. */
  requestFaults({ path, method }: DocumentedOperation, kind: string, value: unknown): string[] {
    return this.faults(`#/paths/${escaped(path)}/${method}/requestBody/content/${escaped(kind)}/schema`, value)
  }
}

/** A step of a JSON pointer. In a `$ref` braces of a path are percent-encoded. */
const escaped = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('~', '~')

export const readDocument = async (url: string, token?: string): Promise<ApiDocument> => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/openapi.json`, { headers })
  assert.equal(answer.status, 200)
  return new ApiDocument(await answer.json())
}
