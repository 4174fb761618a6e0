// Declares the operations that the explorer sends, and the body with which each begins.
import { type Body, envelope, parsedJson } from '../api/envelope.ts'
import type { EntityModel } from '../api/schema.ts'

/** The entity of the explorer until the person chooses another. */
export const firstEntity = 'AbEntry'

/** The operations that are about an entity; the rest of the list takes no entity. */
const entityOperations = ['Read', 'Create', 'Update', 'Delete', 'Restore', 'Validate'] as const
const otherOperations = ['GetSessionInfo', 'GetVersionInfo', 'ConfigurationRead'] as const
export const operations: readonly string[] = [...entityOperations, ...otherOperations]

export const takesEntity = (operation: string): boolean => (entityOperations as readonly string[]).includes(operation)

/** Operations that change nothing may be sent without being asked for. */
export const isReading = (operation: string): boolean => !['Create', 'Update', 'Delete', 'Restore'].includes(operation)

/** The first members of a record that say most of it: its name, a few plain fields, when it was changed. */
const firstFields = 4
const plain = /^(StringField|EnumField|DateTimeField|CurrencyField|EmailField|IntegerField)/

function usualFields({ fields, field }: EntityModel): Body {
  const isUsual = ({ path, type, operators }: (typeof fields)[number]): boolean =>
    !path.includes('/') && plain.test(type) && operators.length > 0 && path !== 'DisplayValue'
  const chosen = fields.filter(isUsual).slice(0, firstFields)
  const name = field('DisplayValue') ? ['DisplayValue'] : []
  return Object.fromEntries([...name, ...chosen.map(({ path }) => path), 'Key'].map(path => [path, 1]))
}

/** The entities that no Read finds without their driver; of others only some conditions need one, and the answer says so. */
const readsByDriver = ['Document']

/** A request that works as it is, or shows what has to be filled in. */
export function templateOf(operation: string, model: EntityModel | null): Body {
  if (!model || !takesEntity(operation)) return {}
  const { name } = model
  if (operation === 'Read') {
    const body = envelope({
      [name]: { Scope: { Fields: usualFields(model) }, Criteria: { SearchQuery: {}, Top: 25 } },
    })
    const { Configuration: _, ...plain } = body
    return readsByDriver.includes(name) ? body : plain
  }
  return envelope({ [name]: { Data: dataOf(operation, model) } })
}

function dataOf(operation: string, { fields }: EntityModel): Body {
  if (operation === 'Delete' || operation === 'Restore') return { Key: '' }
  const mandatory = fields
    .filter(({ isMandatory, path }) => isMandatory && path !== 'Key')
    .map(({ path }) => [path, ''])
  return { Key: operation === 'Update' ? '' : null, ...Object.fromEntries(mandatory) }
}

/** The entity of a body: the first member that is none of the envelope's own. */
export const entityIn = (body: Body): string | null =>
  Object.keys(body)
    .find(member => !['Configuration', 'Globalization', 'Compatibility'].includes(member))
    ?.split('.')[0] ?? null

export const pretty = (body: unknown): string => JSON.stringify(body, null, 2)

/** The body of a text, or null while the text is no JSON object. */
export function parseBody(text: string): Body | null {
  const body = parsedJson(text)
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : null
}

/** One line of JSON, as addresses and the log have it, is easier to read in lines. */
export const inLines = (text: string): string => {
  const body = text.includes('\n') ? null : parseBody(text)
  return body ? pretty(body) : text
}
