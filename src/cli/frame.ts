// Builds a commander command from each declared command: common flags, checks of values, settings, result or failure.
import { type Command, Option } from 'commander'
import type { Kind } from '../config/kinds.ts'
import { loadSettings } from '../config/load.ts'
import type { Setting } from '../config/setting.ts'
import { defaultText, type SettingName, settings, variableName, wireName } from '../config/settings.ts'
import { type CommandContext, type CommandSpec, type Family, type Flag, isFamily } from './command.ts'
import { printFailure, usageError } from './failure.ts'
import { type Output, processOutput } from './output.ts'
import type { Product } from './product.ts'

const commonHeading = 'Common options:'

const commonFlags: readonly Flag[] = [
  { flag: '--config <file>', about: 'The settings file.', otherwise: 'clientele.json, if there is one' },
  { flag: '--json', about: 'Print one JSON object on standard output, and nothing else there.' },
]

/** The commands and the product that a command line is run with. */
interface Frame {
  readonly catalogue: readonly (CommandSpec | Family)[]
  readonly product: () => Promise<Product>
}

/** Adds a command, or a family with its commands. */
export function addEntry(parent: Command, entry: CommandSpec | Family, frame: Frame): void {
  if (!isFamily(entry)) {
    addCommand(parent, entry, frame)
    return
  }
  const family = parent.command(entry.name).description(entry.about)
  reportUsage(family)
  for (const spec of entry.commands) addCommand(family, spec, frame)
}

function addCommand(parent: Command, spec: CommandSpec, frame: Frame): void {
  const made = parent.command(spec.name).description(spec.about)
  const own = spec.flags ?? []
  const names = settingsOf(spec)
  for (const flag of own) made.addOption(optionOf(flag))
  for (const name of names) made.addOption(settingOption(name, spec))
  for (const flag of commonFlags) made.addOption(optionOf(flag).helpGroup(commonHeading))
  made.addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup(commonHeading))
  const [, ...args] = spec.name.split(' ')
  made.usage([...args, ...own.filter(flag => flag.required).map(({ flag }) => flag), '[options]'].join(' '))
  made.addHelpText('after', () => `\nExamples:\n${spec.examples.map(line => `  clientele ${line}`).join('\n')}`)
  reportUsage(made)
  made.action(async () => {
    const given = made.opts<Record<string, unknown>>()
    const output = processOutput(given.json === true)
    process.exitCode = await guarded(output, async () => {
      const options = valuesOf(made, own, given)
      const flags = Object.fromEntries(names.map(name => [name, given[name]]))
      const loaded = loadSettings({ flags, env: process.env, configFile: given.config as string | undefined })
      for (const warning of loaded.warnings) output.note(warning)
      const context: CommandContext = { ...frame, output, loaded, options, args: argumentsOf(made) }
      return (await spec.load())(context)
    })
  })
}

const settingsOf = ({ settings: names = [] }: CommandSpec): readonly SettingName[] => [
  ...new Set<SettingName>([...names, 'store']),
]

const argumentsOf = (made: Command): string[] => made.processedArgs.flat().filter(arg => arg !== undefined) as string[]

async function guarded(output: Output, work: () => Promise<number | undefined>): Promise<number> {
  try {
    return (await work()) ?? 0
  } catch (error) {
    return printFailure(output, error)
  }
}

/** Reads the values of a command's own flags; one error lists everything that is missing or wrong. */
function valuesOf(made: Command, flags: readonly Flag[], given: Record<string, unknown>): Record<string, unknown> {
  const problems: string[] = []
  const missing = flags.filter(flag => flag.required && given[attributeOf(flag)] === undefined)
  if (missing.length > 0) problems.push(`Missing: ${missing.map(({ flag }) => flag).join(', ')}.`)
  const values: Record<string, unknown> = {}
  for (const flag of flags) {
    const raw = given[attributeOf(flag)]
    const texts = flag.many ? ((raw ?? []) as unknown[]) : [raw]
    const read = texts.map(text => (text === undefined ? flag.default : readValue(flag, text, problems)))
    values[attributeOf(flag)] = flag.many ? read : read[0]
  }
  if (problems.length > 0) throw usageError(problems, hintOf(made))
  return values
}

function readValue({ flag, kind }: Flag, text: unknown, problems: string[]): unknown {
  const value = kind ? kind.read(text) : text
  const [name] = longOf(flag).split(' ', 1)
  if (value === undefined) problems.push(`${name}: ${JSON.stringify(text)} is not allowed. Allowed: ${kind?.allowed}.`)
  return value
}

const longOf = (flag: string): string => flag.slice(flag.indexOf('--'))
const attributeOf = ({ flag }: Flag): string => new Option(flag).attributeName()

function optionOf(given: Flag): Option {
  const { flag, about, required, many, kind, default: fallback, otherwise } = given
  const option = new Option(
    flag,
    described(about, [
      required ? 'required' : null,
      many ? 'may be repeated' : null,
      kind ? allowedBy(kind) : null,
      otherwise === undefined ? null : `default: ${otherwise}`,
      fallback === undefined ? null : `default: ${kind ? kind.show(fallback) : fallback}`,
    ]),
  )
  if (flag.includes('[true|false]')) option.preset('true')
  return many ? option.argParser((value: string, earlier: string[] = []) => [...earlier, value]) : option
}

function settingOption(name: SettingName, { settings: names = [] }: CommandSpec): Option {
  const { kind, doc, group } = settings[name] as Setting
  const fallback = defaultText(name)
  const isSwitch = allowedBy(kind) === null
  const notes = [allowedBy(kind), fallback === '' ? null : `default: ${fallback}`, variableName(name)]
  const option = new Option(`--${wireName(name)} ${isSwitch ? '[true|false]' : '<value>'}`, described(doc, notes))
  if (isSwitch) option.preset('true')
  if (names.length > 3) return option.helpGroup(`${group}:`)
  return name === 'store' ? option.helpGroup(commonHeading) : option
}

/** The name of a switch shows what is allowed. */
const allowedBy = (kind: Kind): string | null => (kind.allowed === 'true or false' ? null : `allowed: ${kind.allowed}`)

/** The text of a flag in the help: its meaning, then notes on its value. */
function described(about: string, notes: readonly (string | null)[]): string {
  const known = notes.filter(note => note !== null)
  return known.length === 0 ? about : `${about} (${known.join('; ')})`
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

const hintOf = (command: Command): string => `"${pathOf(command)} --help" shows what there is.`

const mostListed = 12

/** The options of a command, for an unknown one that resembles none of them; of very many, the help lists them. */
function optionsOf({ options }: Command, code: string): string {
  if (code !== 'commander.unknownOption' || options.length === 0 || options.length > mostListed) return ''
  return `There are ${options.map(({ long }) => long).join(', ')}.`
}

/** Wrong usage that commander finds is reported like that of the frame, by `runProgram`. */
export function reportUsage(command: Command): void {
  command.configureOutput({ outputError: () => {}, writeErr: () => {} })
  command.exitOverride(error => {
    if (error.exitCode === 0) throw error
    // A family without a command: the help is the answer.
    if (error.code === 'commander.help') throw usageError(['Name a command.'], command.helpInformation().trimEnd())
    const [said = '', suggestion] = error.message.replace(/^error: /, '').split('\n')
    const near = suggestion?.replace(/^\((.*)\)$/, '$1') ?? optionsOf(command, error.code)
    const message = `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.?$/, '.')}${near && ` ${near}`}`
    throw usageError([message], hintOf(command))
  })
}
