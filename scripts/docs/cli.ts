// Generates the reference of the command line from its commands.
import type { Command } from 'commander'
import { product } from '../../src/app.ts'
import { createProgram } from '../../src/cli/program.ts'
import { settingNames, wireName } from '../../src/config/settings.ts'
import { notice, table } from './markdown.ts'

const common = new Set(['--json', '--config', '--store', '--help'])
const settingFlags = new Set(settingNames.map(name => `--${wireName(name)}`))

export function cliPage(): string {
  const program = createProgram(product)
  return `# The command line

${notice}

\`bin/clientele\` runs on Node 20 and newer. Every command takes \`--json\` (one JSON object on standard output and
nothing else), \`--store\` (where everything is kept), \`--config\` (the settings file) and \`--help\`. The exit status is 0,
or, with a clear line on standard error, not 0; wrong usage is 2. All commands but \`restore\` work while a server runs
on the same store.

${leaves(program).map(section).join('\n\n')}
`
}

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)

function section(command: Command): string {
  const all = command.options.filter(option => !common.has(option.long ?? ''))
  const settings = all.filter(option => settingFlags.has(option.long ?? ''))
  const own = all.filter(option => !settings.includes(option))
  const parts = [`## clientele ${pathOf(command)}`, command.description()]
  const args = command.registeredArguments.map(arg => (arg.required ? `<${arg.name()}>` : `[${arg.name()}]`))
  parts.push(`\`clientele ${[pathOf(command), ...args].join(' ')}${all.length > 0 ? ' [options]' : ''}\``)
  if (own.length > 0)
    parts.push(
      table(
        ['Option', 'Meaning'],
        own.map(option => [`\`${option.flags}\``, option.description]),
      ),
    )
  if (settings.length > 10) parts.push('Every [setting](settings.md) is a flag of this command.')
  else if (settings.length > 0)
    parts.push(`Settings as flags: ${settings.map(option => `\`${option.long}\``).join(', ')}.`)
  return parts.join('\n\n')
}

function pathOf(command: Command): string {
  const parent = command.parent
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name()
}
