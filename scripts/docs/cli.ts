// Generates the reference of the command line from the catalogue of commands.
import { type CommandSpec, type Flag, isFamily } from '../../src/cli/command.ts'
import { catalogue } from '../../src/cli/program.ts'
import { wireName } from '../../src/config/settings.ts'
import { notice, table } from './markdown.ts'

export function cliPage(): string {
  const sections = catalogue.flatMap(entry =>
    isFamily(entry)
      ? [
          `## clientele ${entry.name}\n\n${entry.about}`,
          ...entry.commands.map(spec => section(spec, `${entry.name} `, '###')),
        ]
      : [section(entry, '', '##')],
  )
  return `# The command line

${notice}

\`bin/clientele\` runs on Node 20 and newer. Every command has these flags:

${flagTable([
  {
    flag: '--store <address>',
    about: 'Where everything is kept: `sqlite:PATH` or `postgres://...`; also `CLIENTELE_STORE`.',
  },
  { flag: '--config <file>', about: 'The settings file.', otherwise: '`clientele.json`, if there is one' },
  { flag: '--json', about: 'Print one JSON object on standard output, and nothing else there.' },
  { flag: '--help', about: 'Show the flags with their defaults, and examples.' },
])}

- The exit status is 0, or, with a clear line for each problem on standard error, not 0. Wrong usage is 2.
- With \`--json\` a failure is an object too: \`{"error": {"message": "...", "problems": [{"message": "...", "code": -3004}]}}\`;
  \`code\` is the [error code](errors.md) of the data API where an operation was refused.
- Every command but \`restore\` works while a server runs on the same store. Writes are operations of the API: the same
  checks, history and events.
- \`serve\`, \`migrate\` and \`database create\` make a store if there is none; no other command does.

${sections.join('\n\n')}
`
}

function section(spec: CommandSpec, family: string, heading: string): string {
  const [name = '', ...args] = spec.name.split(' ')
  const own = spec.flags ?? []
  const required = own.filter(flag => flag.required).map(({ flag }) => flag)
  const parts = [
    `${heading} clientele ${family}${name}`,
    spec.about,
    `\`clientele ${[family + name, ...args, ...required, '[options]'].join(' ')}\``,
  ]
  if (own.length > 0) parts.push(flagTable(own))
  const settings = spec.settings ?? []
  if (settings.length > 10) parts.push('Every [setting](settings.md) is a flag of this command.')
  else if (settings.length > 0) {
    parts.push(`[Settings](settings.md) as flags: ${settings.map(setting => `\`--${wireName(setting)}\``).join(', ')}.`)
  }
  parts.push(`\`\`\`sh\n${spec.examples.map(example => `clientele ${example}`).join('\n')}\n\`\`\``)
  return parts.join('\n\n')
}

function flagTable(flags: readonly Flag[]): string {
  const rows = flags.map(({ flag, about, required, many, kind, default: fallback, otherwise }) => [
    `\`${flag.replaceAll('|', '\\|')}\``,
    [about, kind ? `Allowed: ${kind.allowed}.` : '', many ? 'May be repeated.' : ''].filter(Boolean).join(' '),
    required ? 'required' : fallback === undefined ? (otherwise ?? '') : `\`${fallback}\``,
  ])
  return table(['Flag', 'Meaning', 'Default'], rows)
}
