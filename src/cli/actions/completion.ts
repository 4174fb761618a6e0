// Prints the completion script of a shell, made from the catalogue of commands.
import type { Setting } from '../../config/setting.ts'
import { settings, wireName } from '../../config/settings.ts'
import { type Action, type CommandContext, type CommandSpec, type Flag, isFamily } from '../command.ts'
import { usageError } from '../failure.ts'

/** A node of the completion tree: the words, flags and values of flags that can follow. */
interface CompletionNode {
  /** `user create`, or empty for the beginning. */
  readonly path: string
  readonly words: readonly { readonly word: string; readonly about: string }[]
  readonly flags: readonly CompletedFlag[]
}

interface CompletedFlag {
  readonly name: string
  readonly about: string
  /** Undefined for a flag without a value; empty when any text is allowed. */
  readonly values?: readonly string[]
}

export const printCompletion: Action = ({ args, output, catalogue }) => {
  const shell = String(args[0])
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script) throw usageError(`There is no completion for ${shell}. Allowed: ${Object.keys(scripts).join(', ')}.`)
  const text = script(nodesOf(catalogue))
  output.object({ shell, script: text })
  output.line(text.trimEnd())
  return 0
}

const firstWord = (text: string): string => text.split(' ', 1)[0] as string

function nodesOf(catalogue: CommandContext['catalogue']): CompletionNode[] {
  const top = catalogue.map(({ name, about }) => ({ word: firstWord(name), about }))
  const general = [
    { name: '--help', about: 'Show this help.' },
    { name: '--version', about: 'Show the version.' },
  ]
  const nodes: CompletionNode[] = [{ path: '', words: top, flags: general }]
  for (const entry of catalogue) {
    if (!isFamily(entry)) {
      nodes.push(nodeOf(firstWord(entry.name), entry))
      continue
    }
    const words = entry.commands.map(({ name, about }) => ({ word: firstWord(name), about }))
    nodes.push({ path: entry.name, words, flags: general.slice(0, 1) })
    for (const spec of entry.commands) nodes.push(nodeOf(`${entry.name} ${firstWord(spec.name)}`, spec))
  }
  return nodes
}

const common: readonly CompletedFlag[] = [
  { name: '--config', about: 'The settings file.', values: [] },
  { name: '--json', about: 'Print one JSON object.' },
  { name: '--help', about: 'Show this help.' },
]

function nodeOf(path: string, { flags = [], settings: names = [] }: CommandSpec): CompletionNode {
  const fromSettings = [...new Set([...names, 'store' as const])].map(name => {
    const { kind, doc } = settings[name] as Setting
    const values = kind.allowed === 'true or false' ? ['true', 'false'] : (kind.options ?? [])
    return { name: `--${wireName(name)}`, about: doc, values }
  })
  return { path, words: shells(path), flags: [...flags.map(flagOf), ...fromSettings, ...common] }
}

/** The one argument that has few values. */
const shells = (path: string) =>
  path === 'completion' ? Object.keys(scripts).map(word => ({ word, about: `The script for ${word}.` })) : []

function flagOf({ flag, about, kind }: Flag): CompletedFlag {
  const [name = '', value] = flag.slice(flag.indexOf('--')).split(' ')
  if (value === undefined) return { name, about }
  return { name, about, values: value.startsWith('[') ? ['true', 'false'] : (kind?.options ?? []) }
}

/** A text between single quotes, for each of the shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const wordsOf = ({ words, flags }: CompletionNode): string[] => [
  ...words.map(({ word }) => word),
  ...flags.map(f => f.name),
]
const withValues = ({ flags }: CompletionNode): CompletedFlag[] => flags.filter(({ values }) => values !== undefined)

/** The branches of a `case` that follow the words of a command line: from `user` and `create` to `user create`. */
const steps = (nodes: readonly CompletionNode[]): string =>
  nodes
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      ${quoted(path.includes(' ') ? path : ` ${path}`)}) at=${quoted(path)} ;;`)
    .join('\n')

/** What differs between bash and zsh. */
interface Shell {
  /** The words before the current one. */
  readonly typed: string
  /** Offers the values of a flag, or files when it has no list of them. */
  readonly values: (flag: CompletedFlag) => string
  /** Offers what may follow at a node. */
  readonly offer: (node: CompletionNode) => string
}

/** Follows the typed words to a node, then offers the values of the flag before the current word, or what may follow. */
const completing = (nodes: readonly CompletionNode[], { typed, values, offer }: Shell): string => {
  const offers = nodes.map(
    node => `    ${quoted(node.path)})
      case "$previous" in
${[...withValues(node).map(flag => `        ${flag.name}) ${values(flag)}; return ;;`), '        *) ;;'].join('\n')}
      esac
      ${offer(node)} ;;`,
  )
  return `  for word in ${typed}; do
    case "$at $word" in
${steps(nodes)}
    esac
  done
  case "$at" in
${offers.join('\n')}
  esac`
}

function bash(nodes: readonly CompletionNode[]): string {
  const among = (words: readonly string[]): string =>
    `COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$current"))`
  const shell: Shell = {
    typed: `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`,
    values: ({ values = [] }) => (values.length === 0 ? 'compopt -o default' : among(values)),
    offer: node => among(wordsOf(node)),
  }
  return `# Completes command lines of clientele in bash.
_clientele() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at="" word
${completing(nodes, shell)}
}
complete -F _clientele clientele
`
}

function zsh(nodes: readonly CompletionNode[]): string {
  const described = (word: string, about: string): string => quoted(`${word}:${about.replaceAll(':', '\\:')}`)
  const shell: Shell = {
    typed: `"\${(@)words[2,CURRENT-1]}"`,
    values: ({ values = [] }) => (values.length === 0 ? '_files' : `compadd -- ${values.join(' ')}`),
    offer: ({ words, flags }) => {
      const all = [...words.map(w => described(w.word, w.about)), ...flags.map(f => described(f.name, f.about))]
      return `offers=(${all.join(' ')})
      _describe -o clientele offers`
    },
  }
  return `#compdef clientele
# Completes command lines of clientele in zsh.
_clientele() {
  local previous="\${words[CURRENT-1]}" at="" word
  local -a offers
${completing(nodes, shell)}
}
if [ "$funcstack[1]" = "_clientele" ]; then _clientele "$@"; else compdef _clientele clientele; fi
`
}

function fish(nodes: readonly CompletionNode[]): string {
  const lines = nodes.flatMap(({ path, words, flags }) => {
    const begin = `complete -c clientele -n ${quoted(`__clientele_at ${quoted(path).replaceAll("'", '"')}`)}`
    return [
      ...words.map(({ word, about }) => `${begin} -a ${quoted(word)} -d ${quoted(about)}`),
      ...flags.map(({ name, about, values }) => {
        const list = values === undefined ? '' : values.length === 0 ? ' -r -F' : ` -x -a ${quoted(values.join(' '))}`
        return `${begin} -l ${name.slice(2)}${list} -d ${quoted(about)}`
      }),
    ]
  })
  const known = nodes.map(({ path }) => path).filter(path => path !== '')
  return `# Completes command lines of clientele in fish.
function __clientele_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch (string trim "$at $word")
      case ${known.map(quoted).join(' ')}
        set at (string trim "$at $word")
    end
  end
  test "$at" = "$argv[1]"
end
complete -c clientele -f
${lines.join('\n')}
`
}

const scripts: Readonly<Record<string, (nodes: readonly CompletionNode[]) => string>> = { bash, zsh, fish }
