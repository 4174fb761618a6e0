// Renders the pages below /reference from the OpenAPI document of the built-in model and the facts about its entities.
import { errorRegistry } from '../../base/error-codes.ts'
import { type Html, html } from '../../base/text/html.ts'
import { pageText } from '../frame.ts'
import { ownLook } from '../look.ts'
import { anchor, operationSection, operationsOfTag, prose, table } from './operations.ts'
import { type Entry, search } from './search.ts'
import { referenceScript, referenceStyle } from './style.ts'

// biome-ignore lint/suspicious/noExplicitAny: the server made the document, and it is read as JSON.
type Json = any

/** The address of the page of a tag: `Change feed` has spaces. */
const addressOf = (tag: string): string => tag.replaceAll(' ', '-')

interface FieldFacts {
  readonly path: string
  readonly type: string
  readonly description: string
  /** When the field is written. */
  readonly writing: string
  readonly operators: readonly string[]
  readonly remarks: readonly string[]
}

export interface EntityReference {
  /** Sentences about the entity as a whole. */
  readonly facts: readonly string[]
  readonly fields: readonly FieldFacts[]
}

interface OauthErrorFacts {
  readonly code: number
  readonly error: string
  readonly doc: string
  /** What the client does about it. */
  readonly client: string
}

export interface ReferenceFacts {
  /** The text of the OpenAPI document. */
  readonly document: string
  readonly apiPrefix: string
  /** By name, in the order of the model. */
  readonly entities: ReadonlyMap<string, EntityReference>
  readonly oauthErrors: readonly OauthErrorFacts[]
}

export class Reference {
  readonly #facts: ReferenceFacts
  readonly #document: Json
  readonly #entities: ReferenceFacts['entities']
  readonly #entries: readonly Entry[]

  constructor(facts: ReferenceFacts) {
    this.#facts = facts
    this.#document = JSON.parse(facts.document)
    this.#entities = facts.entities
    this.#entries = this.#makeEntries()
  }

  /** The page at an address below /reference; null when there is none. */
  page(address: string): string | null {
    if (address === '') return this.#overview()
    if (address === 'errors') return this.#frame('Error codes', 'errors', this.#errors())
    const tag = this.#tags.find(({ name }) => addressOf(name).toLowerCase() === address.toLowerCase())
    return tag ? this.#frame(tag.name, addressOf(tag.name), this.#group(tag)) : null
  }

  results(text: string): string {
    const found = search(this.#entries, text)
    const said =
      text.trim() === ''
        ? 'Type a word to search.'
        : `${found.length === 0 ? 'Nothing' : found.length} found for ${text.trim()}.`
    const list = found.map(
      ({ kind, title, about, href }) =>
        html`<li><a href="${href}"><span>${kind}</span><strong>${title}</strong><span class="about">${prose(short(about))}</span></a></li>`,
    )
    const content = html`<p role="status">${said}</p>${found.length === 0 ? null : html`<ul>${list}</ul>`}`
    return this.#frame('Search', 'search', html``, text, content)
  }

  missing(): string {
    return this.#frame('There is no such page', '', html`<p>Search for it, or look in the contents.</p>`)
  }

  get #tags(): readonly { readonly name: string; readonly description: string }[] {
    return this.#document.tags
  }

  #overview(): string {
    const { info, servers, components } = this.#document
    const schemes = Object.entries<Json>(components.securitySchemes)
    return this.#frame(
      'API reference',
      '',
      html`<p>${info.summary} Version ${info.version}.</p>
<dl><dt>Server</dt><dd><code>${servers[0].url}</code></dd>
<dt>OpenAPI 3.1</dt><dd><a href="${this.#facts.apiPrefix}/openapi.json"><code>${this.#facts.apiPrefix}/openapi.json</code></a>; with a token that of your database</dd>
<dt>Documents</dt><dd><a href="/docs/how-to/generate-a-client">Generate a client</a> &middot; <a href="/docs/reference/api">The data API</a> &middot; <a href="/docs/reference/query-language">Query language</a></dd></dl>
${String(info.description)
  .split('\n\n')
  .map(paragraph => html`<p>${prose(paragraph)}</p>`)}
<h2>Authentication</h2>
${table(
  ['Scheme', 'Use'],
  schemes.map(([name, scheme]) => [html`<code>${name}</code>`, prose(scheme.description)]),
)}
<h2>Operations</h2>
${this.#tagTable(false)}
<h2>Entities</h2>
${this.#tagTable(true)}`,
    )
  }

  #tagTable(ofEntities: boolean): Html {
    const tags = this.#tags.filter(({ name }) => this.#entities.has(name) === ofEntities)
    const rows = tags.map(({ name, description }) => [
      html`<a href="/reference/${addressOf(name)}">${name}</a>`,
      html`${description}`,
    ])
    return table([ofEntities ? 'Entity' : 'Group', 'What it is'], rows)
  }

  #group({ name, description }: { readonly name: string; readonly description: string }): Html {
    const entity = this.#entities.get(name)
    const operations = operationsOfTag(this.#document, name)
    return html`<p>${description}</p>
${entity ? html`<ul>${entity.facts.map(fact => html`<li>${prose(fact)}</li>`)}</ul>` : null}
<nav class="toc" aria-label="On this page"><ul>${operations.map(
      ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`,
    )}${entity ? html`<li><a href="#fields">Fields</a></li>` : null}</ul></nav>
<h2>Operations</h2>
${operations.map(one => operationSection(this.#document, one, entity ? null : (one.operation.description ?? null)))}
${entity ? html`<h2 id="fields">Fields ${anchor('fields', 'Fields')}</h2>${this.#fields(entity)}` : null}`
  }

  #fields({ fields }: EntityReference): Html {
    return table(
      ['Field', 'Type', 'Written', 'Operators', 'Meaning'],
      fields.map(field => [
        html`<code>${field.path}</code>`,
        html`<code>${field.type}</code>`,
        html`${field.writing}`,
        html`${field.operators.map(operator => html`<code>${operator}</code> `)}`,
        prose([field.description, ...field.remarks].filter(Boolean).join(' ')),
      ]),
      fields.map(({ path }) => path),
    )
  }

  #errors(): Html {
    const data = Object.entries(errorRegistry)
    const oauth = this.#facts.oauthErrors
    return html`<p>Programs decide by the number. The texts of messages may change.</p>
<h2 id="data">Data API</h2>
${table(
  ['ErrorCode', 'Name', 'Meaning'],
  data.map(([name, { code, doc }]) => [html`<code>${code}</code>`, html`${name}`, prose(doc)]),
  data.map(([, { code }]) => `error${code}`),
)}
<h2 id="oauth">Authorization server</h2>
${table(
  ['error_code', 'error', 'Meaning', 'What the client does'],
  oauth.map(({ code, error, doc, client }) => [
    html`<code>${code}</code>`,
    html`<code>${error}</code>`,
    prose(doc),
    prose(client),
  ]),
  oauth.map(({ code }) => `oauth-${code}`),
)}`
  }

  #makeEntries(): Entry[] {
    const entry = (kind: Entry['kind'], title: string, about: string, address: string): Entry => {
      return { kind, title, about, href: `/reference/${address}` }
    }
    const tags = this.#tags.map(({ name, description }) =>
      entry(this.#entities.has(name) ? 'Entity' : 'Page', name, description, addressOf(name)),
    )
    const operations = this.#tags.flatMap(({ name }) =>
      operationsOfTag(this.#document, name).map(({ method, path, operation }) => {
        const about = `${operation.summary}. ${method.toUpperCase()} ${path}`
        return entry('Operation', operation.operationId, about, `${addressOf(name)}#${operation.operationId}`)
      }),
    )
    const fields = [...this.#entities].flatMap(([entity, { fields }]) =>
      fields.map(({ path, description }) => entry('Field', `${entity}.${path}`, description, `${entity}#${path}`)),
    )
    return [
      ...tags,
      ...operations,
      ...fields,
      ...Object.entries(errorRegistry).map(([name, { code, doc }]) =>
        entry('Error code', `${code} ${name}`, doc, `errors#error${code}`),
      ),
      ...this.#facts.oauthErrors.map(({ code, error, doc }) =>
        entry('Error code', `${code} ${error}`, doc, `errors#oauth-${code}`),
      ),
    ]
  }

  #frame(title: string, current: string, body: Html, query = '', results: Html | null = null): string {
    return pageText({
      title,
      sheet: referenceStyle,
      ownScript: referenceScript,
      body: html`<header><a href="/reference">${ownLook.brand}</a><nav aria-label="Site"><a href="/docs">Documentation</a><a href="${this.#facts.apiPrefix}/openapi.json">OpenAPI</a></nav><a class="jump" href="#contents">Contents</a></header>
<form class="search" role="search" action="/reference/search"><label for="q">Search operations, entities, fields and error codes</label><input type="search" id="q" name="q" value="${query}" autocomplete="off" maxlength="200"><div id="results" aria-live="polite">${results}</div></form>
<div class="manual">
<article><h1>${title}</h1>
${body}</article>
${this.#contents(current)}
</div>`,
    })
  }

  #contents(current: string): Html {
    const link = (address: string, name: string): Html =>
      html`<li><a href="/reference${address === '' ? '' : `/${address}`}"${address === current ? html` aria-current="page"` : null}>${name}</a></li>`
    const linked = (ofEntities: boolean) =>
      this.#tags
        .filter(({ name }) => this.#entities.has(name) === ofEntities)
        .map(({ name }) => link(addressOf(name), name))
    return html`<nav id="contents" aria-label="Contents"><h2>Reference</h2><ul>${link('', 'Overview')}${linked(false)}${link('errors', 'Error codes')}</ul>
<h2>Entities</h2><ul>${linked(true)}</ul></nav>`
  }
}

const short = (text: string): string => (text.length <= 160 ? text : `${text.slice(0, 157)}...`)
