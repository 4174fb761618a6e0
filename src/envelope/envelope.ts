// Opens the body of a request: finds its entity members, and its settings for drivers, versions, language and time zone.
import { type Message, Problems, refuse } from '../base/errors.ts'
import { isObject, member, nameOf } from '../base/text/json.ts'
import { fixedLimits } from '../config/limits.ts'
import type { ApiOperation } from '../entities/entity.ts'
import { findCulture, findTimeZone } from '../locale/locale.ts'
import type { Model, ModelEntity } from '../model/model.ts'
import type { EntityRequest, RequestSettings } from '../operations/context.ts'
import { checkBodyMembers, checkEntityMembers, settingNames, spelling } from '../operations/member-names.ts'
import { driverIdentifier, driverImplementations } from '../query/plan/drivers.ts'

const noDrivers: RequestSettings['drivers'] = new Map()

interface Envelope {
  /** At least one. */
  readonly requests: readonly EntityRequest[]
  readonly settings: RequestSettings
}

/** Without an operation, the body is not for one of the table of operations. */
export function openEnvelope(body: unknown, model: Model, operation: ApiOperation | null = null): Envelope {
  if (!isObject(body))
    return refuse('InvalidRequest', '', `The body is a JSON object that names an entity, not ${nameOf(body)}.`)
  const problems = new Problems()
  const requests = entityMembers(body, model, operation, problems)
  const absoluteSchemaKeys = checkCompatibility(settingOf(body, requests, 'Compatibility'), problems)
  const drivers = readDrivers(settingOf(body, requests, 'Configuration'), problems)
  const language = readGlobalization(settingOf(body, requests, 'Globalization'), problems)
  problems.throwIfAny()
  return { requests, settings: { drivers, absoluteSchemaKeys, ...language } }
}

/** A setting stands beside the entity members, or inside one of them. */
const settingOf = (body: Record<string, unknown>, requests: readonly EntityRequest[], name: string): unknown =>
  [body, ...requests.map(request => request.content as Record<string, unknown>)]
    .map(holder => member(holder, name))
    .find(value => value !== undefined)

/** PayloadExecute names no entity: what its Payload converts is a lead. */
const entityOf = (name: string, operation: ApiOperation | null, model: Model): ModelEntity | undefined =>
  operation === 'PayloadExecute' && name.toLowerCase() === 'payload' ? model.entity('Lead') : model.findMember(name)

/** One entity, or a batch of `<Entity>.<alias>` members; members that name no entity are left alone beside one that does. */
function entityMembers(
  body: Record<string, unknown>,
  model: Model,
  operation: ApiOperation | null,
  problems: Problems,
): EntityRequest[] {
  const plain: EntityRequest[] = []
  const batch: EntityRequest[] = []
  const unknown: Record<string, unknown> = Object.create(null)
  for (const [name, content] of Object.entries(body)) {
    if (spelling(name, settingNames)) continue
    const dot = name.indexOf('.')
    const spelled = dot < 0 ? name : name.slice(0, dot)
    const entity = entityOf(spelled, operation, model)
    if (entity === undefined) {
      unknown[spelled] = content
      continue
    }
    if (!isObject(content)) {
      problems.add('InvalidRequest', name, `${name} is an object, not ${nameOf(content)}.`)
      continue
    }
    const log = spelled.toLowerCase() !== entity.name.toLowerCase()
    ;(dot < 0 ? plain : batch).push({ member: name, entity, log, content })
  }
  if (problems.count > 0) return []
  if (batch.length > fixedLimits.batchMembers) {
    problems.add(
      'LimitExceeded',
      '',
      `A batch has at most ${fixedLimits.batchMembers} members, and this has ${batch.length}.`,
    )
  }
  if (plain.length + batch.length === 0) problems.add(...noEntity(Object.keys(unknown), model))
  else if (plain.length > 0 && batch.length > 0) {
    problems.add(
      'InvalidRequest',
      '',
      'A request has one entity member, or a batch of members such as "AbEntry.first"; not both.',
    )
  } else if (plain.length > 1) {
    const names = plain.map(request => request.member).join(', ')
    problems.add(
      'InvalidRequest',
      '',
      `A request has one entity member, and this has ${names}. Batches name them "AbEntry.first", "AbEntry.second".`,
    )
  }
  const requests = plain.length > 0 ? plain : batch
  const [first] = requests
  if (first) checkBodyMembers(unknown, first, dataEntityNames(model), problems)
  for (const request of requests) checkEntityMembers(request, operation, problems)
  return requests
}

/** Programs send members of their own, such as RequestId, which is near to the name of an entity for user interfaces. */
const dataEntityNames = (model: Model): string[] => [
  ...model.entities.filter(({ entity }) => entity.tokenScope === undefined).map(({ name }) => name),
  'Schema',
]

const entityNames = (model: Model): string[] => [...model.entities.map(entity => entity.name), 'Schema']

function noEntity(unknown: readonly string[], model: Model): ['UnknownEntity' | 'InvalidRequest', string, Message] {
  const known = entityNames(model)
  const [first] = unknown
  if (first === undefined) return ['InvalidRequest', '', 'The request names no entity, such as AbEntry.']
  return [
    'UnknownEntity',
    first,
    suggest => `There is no entity ${first}.${suggest(first, known)} There are ${known.join(', ')}.`,
  ]
}

const versions: ReadonlyMap<string, string> = new Map([
  ['abentrykey', '2.0'],
  ['schemaobject', '1.0'],
])

function checkCompatibility(value: unknown, problems: Problems): boolean {
  if (!isObject(value)) return false
  let absolute = false
  for (const [name, version] of Object.entries(value)) {
    const ours = versions.get(name.toLowerCase())
    if (ours === undefined || version === null) continue
    if (String(version) !== ours && Number(version) !== Number(ours)) {
      const path = `Compatibility.${name}`
      problems.add(
        'UnsupportedVersion',
        path,
        `${path} ${JSON.stringify(version)} is not known here; this server has "${ours}".`,
      )
    } else if (name.toLowerCase() === 'schemaobject') absolute = true
  }
  return absolute
}

const identifier = /^(?:[A-Za-z_]\w*\.)?Model\.Access\.(Sql\.)?(\w+)$/

function readDrivers(configuration: unknown, problems: Problems): RequestSettings['drivers'] {
  const sent = isObject(configuration) ? member(configuration, 'Drivers') : undefined
  if (!isObject(sent)) return noDrivers
  const drivers = new Map<string, 'sql' | 'short'>()
  for (const [name, value] of Object.entries(sent)) {
    const driver = Object.keys(driverImplementations).find(known => known.toLowerCase() === name.toLowerCase())
    if (driver === undefined || value === null) continue
    const match = typeof value === 'string' ? identifier.exec(value) : null
    if (match && match[2] === driverImplementations[driver])
      drivers.set(driver, match[1] === undefined ? 'short' : 'sql')
    else {
      const path = `Configuration.Drivers.${name}`
      problems.add(
        'WrongDriver',
        path,
        `${path} has no implementation ${JSON.stringify(value)}; send "${driverIdentifier(driver)}".`,
      )
    }
  }
  return drivers
}

type Language = Pick<RequestSettings, 'culture' | 'timeZone'>

/** Without a setting, values have the culture of the caller and times are in UTC. */
const usualLanguage: Language = { culture: null, timeZone: 'UTC' }

function readGlobalization(value: unknown, problems: Problems): Language {
  if (!isObject(value)) return usualLanguage
  const culture = named(member(value, 'Culture'), 'Culture', usualLanguage.culture, findCulture, problems)
  const timeZone = named(member(value, 'TimeZone'), 'TimeZone', usualLanguage.timeZone, findTimeZone, problems)
  return { culture, timeZone }
}

/** Null for the setting of the caller. */
function named(
  value: unknown,
  name: string,
  fallback: string | null,
  find: (text: string) => string | null,
  problems: Problems,
): string | null {
  if (value === undefined || value === null || value === '') return fallback
  if (typeof value === 'string') {
    if (/^\$CURRENTUSER\(\)$/i.test(value.trim())) return null
    const found = find(value)
    if (found !== null) return found
  }
  const example = name === 'Culture' ? 'a culture such as en-CA' : 'a time zone such as America/Toronto'
  problems.add(
    'UnknownCulture',
    `Globalization.${name}`,
    `Globalization.${name} ${JSON.stringify(value)} is not ${example}.`,
  )
  return fallback
}
