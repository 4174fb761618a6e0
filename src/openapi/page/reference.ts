// Builds the pages below /reference from the OpenAPI document of the built-in model.
import { errorRegistry } from '../../base/errors.ts'
import { type Html, html } from '../../base/html.ts'
import { entityFacts } from '../../contracts/entity-facts.ts'
import { remarks, writing } from '../../contracts/field-facts.ts'
import { Model, type ModelEntity } from '../../model/model.ts'
import { type SchemaRow, schemaRows } from '../../model/schema-rows.ts'
import { oauthErrors } from '../../oauth/errors.ts'
import { pageText } from '../../pages/frame.ts'
import { ownLook } from '../../pages/look.ts'
import { anchor, operationSection, operationsOfTag, prose, table } from './operations.ts'
import { type Entry, search } from './search.ts'
import { referenceScript, referenceStyle } from './style.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document was made by this room, and is read as JSON.
type Json = any

/** The address of the page of a tag: `Change feed` has spaces. */
const addressOf = (tag: string): string => tag.replaceAll(' ', '-')

export class Reference {
  readonly #document: Json
  readonly #place: { readonly apiPrefix: string }
  readonly #entities: ReadonlyMap<string, ModelEntity>
  readonly #rows: ReadonlyMap<string, readonly SchemaRow[]>
  readonly #entries: readonly Entry[]

  /** `text` is the document of the built-in model. */
  constructor(text: string, place: { readonly apiPrefix: string }) {
    this.#document = JSON.parse(text)
    this.#place = place
    const model = new Model([])
    this.#entities = new Map([...model.entities, model.schema].map(entity => [entity.name, entity]))
    this.#rows = Map.groupBy(schemaRows(model), row => row.entity)
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
<dt>OpenAPI 3.1</dt><dd><a href="${this.#place.apiPrefix}/openapi.json"><code>${this.#place.apiPrefix}/openapi.json</code></a>; with a token that of your database</dd>
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
${entity ? html`<ul>${entityFacts(entity.entity).map(fact => html`<li>${prose(fact)}</li>`)}</ul>` : null}
<nav class="toc" aria-label="On this page"><ul>${operations.map(
      ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`,
    )}${entity ? html`<li><a href="#fields">Fields</a></li>` : null}</ul></nav>
<h2>Operations</h2>
${operations.map(one => operationSection(this.#document, one, entity ? null : (one.operation.description ?? null)))}
${entity ? html`<h2 id="fields">Fields ${anchor('fields', 'Fields')}</h2>${this.#fields(entity)}` : null}`
  }

  #fields({ name, entity }: ModelEntity): Html {
    const rows = (this.#rows.get(name) ?? []).filter(({ path }) => path !== '')
    return table(
      ['Field', 'Type', 'Written', 'Operators', 'Meaning'],
      rows.map(row => [
        html`<code>${row.path}</code>`,
        html`<code>${row.type}</code>`,
        html`${writing(row, entity)}`,
        html`${row.queryable.map(operator => html`<code>${operator}</code> `)}`,
        prose([row.description, ...remarks(row, entity)].filter(Boolean).join(' ')),
      ]),
      rows.map(({ path }) => path),
    )
  }

  #errors(): Html {
    const data = Object.entries(errorRegistry)
    const oauth = Object.entries(oauthErrors)
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
  oauth.map(([, { code, error, doc, client }]) => [
    html`<code>${code}</code>`,
    html`<code>${error}</code>`,
    prose(doc),
    prose(client),
  ]),
  oauth.map(([, { code }]) => `oauth-${code}`),
)}`
  }

  #makeEntries(): Entry[] {
    const tags = this.#tags.map(({ name, description }): Entry => {
      const kind = this.#entities.has(name) ? 'Entity' : 'Page'
      return { kind, title: name, about: description, href: `/reference/${addressOf(name)}` }
    })
    const operations = this.#tags.flatMap(({ name }) =>
      operationsOfTag(this.#document, name).map(({ method, path, operation }): Entry => {
        const about = `${operation.summary}. ${method.toUpperCase()} ${path}`
        return {
          kind: 'Operation',
          title: operation.operationId,
          about,
          href: `/reference/${addressOf(name)}#${operation.operationId}`,
        }
      }),
    )
    const fields = [...this.#rows.values()].flat().filter(({ path }) => path !== '')
    return [
      ...tags,
      ...operations,
      ...fields.map(
        ({ entity, path, description }): Entry => ({
          kind: 'Field',
          title: `${entity}.${path}`,
          about: description,
          href: `/reference/${entity}#${path}`,
        }),
      ),
      ...Object.entries(errorRegistry).map(
        ([name, { code, doc }]): Entry => ({
          kind: 'Error code',
          title: `${code} ${name}`,
          about: doc,
          href: `/reference/errors#error${code}`,
        }),
      ),
      ...Object.values(oauthErrors).map(
        ({ code, error, doc }): Entry => ({
          kind: 'Error code',
          title: `${code} ${error}`,
          about: doc,
          href: `/reference/errors#oauth-${code}`,
        }),
      ),
    ]
  }

  #frame(title: string, current: string, body: Html, query = '', results: Html | null = null): string {
    return pageText({
      title,
      sheet: referenceStyle,
      ownScript: referenceScript,
      body: html`<header><a href="/reference">${ownLook.brand}</a><nav aria-label="Site"><a href="/docs">Documentation</a><a href="${this.#place.apiPrefix}/openapi.json">OpenAPI</a></nav><a class="jump" href="#contents">Contents</a></header>
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
