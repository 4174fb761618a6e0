// Loads the settings from defaults, file, CLIENTELE_ variables and flags, and records the source of each value.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { didYouMean, nearest } from '../base/text/nearest.ts'
import { masked } from './mask.ts'
import type { Setting } from './setting.ts'
import { type SettingName, type Settings, settingNames, settings, variableName, wireName } from './settings.ts'

export interface LoadedSettings {
  readonly values: Settings
  /** `default`, `flag --port`, `variable CLIENTELE_PORT`, `file clientele.json`. */
  readonly sources: Readonly<Record<SettingName, string>>
  readonly warnings: readonly string[]
}

/** One or more invalid settings. The message says for each what is wrong and what is allowed. */
export class SettingError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'SettingError'
    this.problems = problems
  }
}

export interface Sources {
  readonly flags?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly configFile?: string | undefined
  readonly cwd?: string
}

const defaultFile = 'clientele.json'
/** CLIENTELE_ variables that are not settings. */
const otherVariables = /^CLIENTELE_(CONFIG$|TOKEN$|TEST_)/

export function loadSettings({ flags = {}, env = {}, configFile, cwd = process.cwd() }: Sources = {}): LoadedSettings {
  const problems: string[] = []
  const given = new Map<SettingName, { value: unknown; source: string }>()
  const file = configFile ?? env.CLIENTELE_CONFIG
  for (const [name, value] of fromFile(file, cwd, problems))
    given.set(name, { value, source: `file ${file ?? defaultFile}` })
  for (const name of settingNames) {
    const value = env[variableName(name)]
    if (value !== undefined) given.set(name, { value, source: `variable ${variableName(name)}` })
  }
  for (const name of settingNames) {
    if (flags[name] !== undefined) given.set(name, { value: flags[name], source: `flag --${wireName(name)}` })
  }
  const values = {} as Record<SettingName, unknown>
  const sources = {} as Record<SettingName, string>
  for (const [name, { value, source }] of given) {
    const read = settings[name].kind.read(value)
    if (read === undefined) problems.push(complaint(name, value, source))
    else values[name] = read
    sources[name] = source
  }
  for (const name of settingNames) {
    if (given.has(name)) continue
    sources[name] = 'default'
    const fallback = (settings[name] as Setting).default
    if (typeof fallback !== 'function') values[name] = fallback
  }
  checkTogether(values as Settings, problems)
  if (problems.length > 0) throw new SettingError(problems)
  for (const name of settingNames) {
    const fallback = (settings[name] as Setting).default
    if (!given.has(name) && typeof fallback === 'function') values[name] = fallback(values as Settings)
  }
  return { values: values as Settings, sources, warnings: unknownVariables(env) }
}

function fromFile(file: string | undefined, cwd: string, problems: string[]): [SettingName, unknown][] {
  const path = resolve(cwd, file ?? defaultFile)
  if (!existsSync(path)) {
    if (file !== undefined) problems.push(`The settings file ${file} does not exist.`)
    return []
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    problems.push(`The settings file ${file ?? defaultFile} cannot be read: ${(error as Error).message}`)
    return []
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    problems.push(`The settings file ${file ?? defaultFile} must hold one JSON object, such as {"port": 8080}.`)
    return []
  }
  const byWireName = new Map(settingNames.map(name => [wireName(name), name]))
  const found: [SettingName, unknown][] = []
  for (const [member, value] of Object.entries(content)) {
    const name = byWireName.get(member)
    if (name) found.push([name, value])
    else
      problems.push(
        `Unknown setting "${member}" in file ${file ?? defaultFile}.${didYouMean(member, byWireName.keys()) || ' "clientele settings" lists them all.'}`,
      )
  }
  return found
}

function complaint(name: SettingName, value: unknown, source: string): string {
  const { kind, secret } = settings[name] as Setting
  const shown = secret === 'all' ? '(secret)' : JSON.stringify(masked(settings[name], value))
  return `Bad setting ${wireName(name)}: ${shown} (from ${source}) is not allowed. Allowed: ${kind.allowed}.`
}

/** Checks settings that depend on each other. */
function checkTogether(values: Settings, problems: string[]): void {
  if ((('tlsCert' in values ? values.tlsCert : null) === null) !== (values.tlsKey === null)) {
    problems.push('Bad setting tls-cert, tls-key: one without the other. Allowed: both, or none.')
  }
  const prefixes = (['apiPrefix', 'authPrefix'] as const).map(name => values[name])
  if (new Set(prefixes).size < prefixes.length) {
    problems.push(`Bad setting api-prefix, auth-prefix: ${prefixes.join(', ')}. Allowed: two different paths.`)
  }
}

// An unknown variable is only a warning: it may belong to another version that shares the environment.
function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = settingNames.map(variableName)
  return Object.keys(env)
    .filter(name => name.startsWith('CLIENTELE_') && !known.includes(name) && !otherVariables.test(name))
    .map(name => {
      const near = nearest(name, known)
      return `Unknown variable ${name} is ignored.${near === null ? '' : ` Did you mean ${near}?`}`
    })
}
