// Assembles the command line from the catalogue of commands, and runs it.
import { Command, CommanderError } from 'commander'
import { version } from '../base/version.ts'
import { accessCommands } from './catalogue/access.ts'
import { accountCommands } from './catalogue/accounts.ts'
import { installationCommands } from './catalogue/installation.ts'
import { recordCommands } from './catalogue/records.ts'
import { serverCommands } from './catalogue/server.ts'
import { webhookCommands } from './catalogue/webhooks.ts'
import type { CommandSpec, Family } from './command.ts'
import { printFailure } from './failure.ts'
import { addEntry, reportUsage } from './frame.ts'
import { processOutput } from './output.ts'
import type { Product } from './product.ts'

/** Every command, in the order in which the help lists them. */
export const catalogue: readonly (CommandSpec | Family)[] = [
  ...serverCommands,
  ...installationCommands,
  ...accountCommands,
  ...accessCommands,
  ...recordCommands,
  webhookCommands,
]

function createProgram(product: () => Promise<Product>): Command {
  const program = new Command('clientele')
    .description('Clientele: customer data behind one JSON API, with its own OAuth 2.0 authorization server')
    .version(version, '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show the help of a command.')
    // The descriptions of options have their defaults already.
    .configureHelp({ optionDescription: ({ description }) => description })
    .enablePositionalOptions()
  reportUsage(program)
  for (const entry of catalogue) addEntry(program, entry, { product, catalogue })
  return program
}

/** Runs a command line and sets process.exitCode; wrong usage is 2. */
export async function runProgram(product: () => Promise<Product>, argv: readonly string[]): Promise<void> {
  try {
    await createProgram(product).parseAsync([...argv], { from: 'user' })
  } catch (error) {
    // Help and version end by an error of commander too.
    if (error instanceof CommanderError && error.exitCode === 0) return
    const end = argv.indexOf('--')
    const json = argv.slice(0, end < 0 ? argv.length : end).includes('--json')
    process.exitCode = printFailure(processOutput(json), error)
  }
}
