// Declares a command as data, from which parsing, help, completion and the reference are derived.
import type { Kind } from '../config/kinds.ts'
import type { LoadedSettings } from '../config/load.ts'
import type { SettingName } from '../config/settings.ts'
import type { Output } from './output.ts'
import type { Product } from './product.ts'

export interface Flag {
  /** As it is typed: `--admin`, `--name <text>`, `--admin [true|false]`, `-d, --data <json>`. */
  readonly flag: string
  readonly about: string
  readonly required?: true
  /** It may be given several times; the command gets a list. */
  readonly many?: true
  /** The values that are allowed; any text when it is absent. */
  readonly kind?: Kind
  readonly default?: string | number | boolean
  /** The behaviour without the flag, if that is no value. */
  readonly otherwise?: string
}

export interface CommandContext {
  readonly output: Output
  readonly loaded: LoadedSettings
  /** The values of the command's own flags by their names in code, and its arguments. */
  readonly options: Readonly<Record<string, unknown>>
  readonly args: readonly string[]
  /** All commands. */
  readonly catalogue: readonly (CommandSpec | Family)[]
  /** Loads the program's parts. Only commands that need them pay for that. */
  product(): Promise<Product>
}

/** Runs a command and returns its exit status; undefined means 0. */
export type Action = (context: CommandContext) => Promise<number | undefined> | number | undefined

export interface CommandSpec {
  /** May declare arguments: `rename <name> <new-name>`. */
  readonly name: string
  readonly about: string
  readonly flags?: readonly Flag[]
  /** Settings that the command accepts as flags, besides `--store`. */
  readonly settings?: readonly SettingName[]
  /** Command lines without the leading `clientele`. */
  readonly examples: readonly string[]
  /** Imports the action, so that help and completion load no part of the product. */
  load(): Promise<Action>
}

/** Commands about one kind of thing: `clientele user create`, `clientele user list`. */
export interface Family {
  readonly name: string
  readonly about: string
  readonly commands: readonly CommandSpec[]
}

export const isFamily = (entry: CommandSpec | Family): entry is Family => 'commands' in entry
