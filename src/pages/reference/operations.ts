// Renders the operations of a group: how each is called, what it takes, and what it answers.
import { type Html, html } from '../../base/text/html.ts'

// biome-ignore lint/suspicious/noExplicitAny: the server made the document, and it is read as JSON.
type Json = any

interface DocumentOperation {
  readonly method: string
  readonly path: string
  readonly operation: Json
  readonly parameters: readonly Json[]
}

const methods = ['get', 'post', 'patch', 'delete']

/** The operations of a tag, in the order of the document. */
export function operationsOfTag(document: Json, tag: string): DocumentOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    methods
      .filter(method => item[method]?.tags.includes(tag))
      .map(method => {
        const operation = item[method]
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
        return { method, path, operation, parameters: parameters.map(one => followed(document, one)) }
      }),
  )
}

const followed = (document: Json, { $ref, ...object }: Json): Json =>
  $ref === undefined
    ? object
    : $ref
        .slice(2)
        .split('/')
        .reduce((value: Json, step: string) => value[step], document)

/** `description` is null where the page has the same text already. */
export const operationSection = (
  document: Json,
  { method, path, operation, parameters }: DocumentOperation,
  description: string | null,
): Html =>
  html`<h3 id="${operation.operationId}">${operation.summary} ${anchor(operation.operationId, operation.summary)}</h3>
<p class="call"><b>${method.toUpperCase()}</b><code>${path}</code></p>
${description === null ? null : html`<p>${prose(description)}</p>`}
<p>${securityText(operation.security)}</p>
${parameters.length === 0 ? null : html`<h4>Parameters</h4>${table(['Name', 'In', 'Meaning'], parameters.map(parameterRow))}`}
${examplesOf(operation).map(([name, text]) => html`<h4>Example${name === 'example' ? '' : `: ${name}`}</h4><pre tabindex="0" data-language="json"><code>${text}</code></pre>`)}
<h4>Answers</h4>
${table(
  ['Status', 'Meaning'],
  Object.entries<Json>(operation.responses).map(([status, given]) => [
    html`<code>${status}</code>`,
    prose(followed(document, given).description),
  ]),
)}`

export const anchor = (id: string, what: string): Html =>
  html`<a class="anchor" href="#${id}" aria-label="Link to ${what}">#</a>`

/** Text of the document; parts between backquotes are code. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`

export const table = (head: readonly string[], rows: readonly (readonly Html[])[], ids: readonly string[] = []): Html =>
  html`<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.map(
    name => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (
      cells,
      i,
    ) => html`<tr${ids[i] === undefined ? null : html` id="${ids[i]}"`}>${cells.map(cell => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`

const parameterRow = ({ name, in: place, required, description = '' }: Json): Html[] => [
  html`<code>${name}</code>`,
  html`${place}`,
  html`${required ? 'Required. ' : ''}${prose(description)}`,
]

function securityText(security: readonly Json[] | undefined): string {
  const scopes = (security ?? []).flatMap(one => one.oauth2 ?? [])
  if (scopes.length > 0) return `Needs a token with the scope ${[...new Set(scopes)].join(' or ')}.`
  return security?.some(one => one.clientBasic) ? 'Needs the credentials of the client.' : 'Needs no token.'
}

const examplesOf = ({ requestBody }: Json): [string, string][] =>
  Object.values<Json>(requestBody?.content ?? {}).flatMap(({ examples = {} }) =>
    Object.entries<Json>(examples).map(([name, { value }]): [string, string] => [name, JSON.stringify(value, null, 2)]),
  )
