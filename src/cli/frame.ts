// Wraps every command: adds common options, loads the settings, prints the result or the failure.
import { type Command, Option } from 'commander'
import { type LoadedSettings, loadSettings } from '../config/load.ts'
import { type SettingName, settingNames, settings, variableName, wireName } from '../config/settings.ts'
import { type Output, processOutput } from './output.ts'
import type { Product } from './product.ts'

export interface CommandContext {
  readonly product: Product
  readonly output: Output
  readonly loaded: LoadedSettings
  /** The command's own options and arguments, as commander parsed them. */
  readonly options: Readonly<Record<string, unknown>>
  readonly args: readonly string[]
}

/** Runs a command and returns its exit status; undefined means 0. */
type Action = (context: CommandContext) => Promise<number | undefined> | number | undefined

/** Adds a command, or a family of commands, to the program. */
export type AddCommand = (parent: Command, product: Product) => void

/** A failure that is printed as one line, without a stack. */
export class CommandError extends Error {
  readonly status: number
  constructor(message: string, status = 1) {
    super(message)
    this.name = 'CommandError'
    this.status = status
  }
}

interface CommandOptions {
  /** Settings that the command accepts as flags, besides --store. */
  readonly flags?: readonly SettingName[]
}

/** Adds a command with the common options. `name` may declare arguments: `backup <file>`. */
export function command(
  parent: Command,
  product: Product,
  name: string,
  description: string,
  action: Action,
  { flags = [] }: CommandOptions = {},
): Command {
  const made = parent.command(name).description(description)
  made.option('--json', 'one JSON object on standard output, and nothing else')
  made.option('--config <file>', 'the settings file (default: clientele.json, if there is one)')
  for (const flag of new Set<SettingName>(['store', ...flags])) made.addOption(flagOf(flag))
  made.action(async () => {
    const args = made.processedArgs.flat().filter(arg => arg !== undefined) as string[]
    const options = made.optsWithGlobals<Record<string, unknown>>()
    const output = processOutput(options.json === true)
    const status = await guarded(output, () => {
      const loaded = loadSettings({
        flags: options,
        env: process.env,
        configFile: options.config as string | undefined,
      })
      for (const warning of loaded.warnings) output.note(warning)
      return action({ product, output, loaded, options, args })
    })
    process.exitCode = status
  })
  return made
}

/** Prints a failure as one line per problem and returns a status other than 0. */
async function guarded(output: Output, work: () => Promise<number | undefined> | number | undefined): Promise<number> {
  try {
    return (await work()) ?? 0
  } catch (error) {
    output.note(error instanceof Error ? error.message : String(error))
    return error instanceof CommandError ? error.status : 1
  }
}

function flagOf(name: SettingName): Option {
  const { kind, doc } = settings[name]
  const flag = `--${wireName(name)}`
  const switchable = kind.allowed === 'true or false'
  const option = new Option(switchable ? `${flag} [true|false]` : `${flag} <value>`, `${doc} (${variableName(name)})`)
  return switchable ? option.preset('true') : option
}

export const everySetting: readonly SettingName[] = settingNames
