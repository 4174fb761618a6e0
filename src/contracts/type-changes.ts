// Compares two files of types by fields and options, and describes the changes in words.

interface DeclaredTypes {
  /** The type of each field, by entity and field. */
  readonly fields: ReadonlyMap<string, string>
  /** The options of each field that has some, with the names of the options. */
  readonly options: ReadonlyMap<string, readonly string[]>
}

/** One line for each change, such as `+ AbEntry.Udf/$NAME(Region)`; empty when fields and options are the same. */
export function typeChanges(before: string, after: string): string[] {
  const [old, now] = [declaredIn(before), declaredIn(after)]
  const shared = (name: string) => old.options.has(name) && now.options.has(name)
  return [
    ...added(old.fields.keys(), now.fields).map(name => `- ${name}`),
    ...added(now.fields.keys(), old.fields).map(name => `+ ${name}`),
    ...[...now.fields].flatMap(([name, type]) => ((old.fields.get(name) ?? type) === type ? [] : [`~ ${name}`])),
    ...[...now.options.keys()].filter(shared).flatMap(name => {
      const [was, is] = [old.options.get(name) ?? [], now.options.get(name) ?? []]
      const changes = [
        ...was.filter(option => !is.includes(option)).map(option => `- ${option}`),
        ...is.filter(option => !was.includes(option)).map(option => `+ ${option}`),
      ]
      return changes.length === 0 ? [] : [`Options of ${name}: ${changes.join(', ')}`]
    }),
  ]
}

const added = (names: Iterable<string>, known: { has(name: string): boolean }): string[] =>
  [...names].filter(name => !known.has(name))

/** Reads the layout that model-types.ts writes. Numbered names are replaced by what they stand for, since numbers move. */
function declaredIn(text: string): DeclaredTypes {
  const named = new Map<string, string>()
  const fields = new Map<string, string>()
  const options = new Map<string, readonly string[]>()
  const meaning = (type: string): string =>
    type.replace(/\b[OP]\d+\b/g, name => meaning(named.get(name) ?? '')).replace(/\bK\d+\b/g, 'options')
  let entity = ''
  for (const [, line = ''] of text.matchAll(/^(.*(?:\n {2}\| .*)*)$/gm)) {
    const alias = /^type ([KOP]\d+) =(.*)$/s.exec(line)
    const listed = /^ {2}'([^.']+\..*)': (K\d+)$/.exec(line)
    const field = /^ {6}(?:'(.*)'|(\w+)): (F<.*>)$/.exec(line)
    if (alias) named.set(alias[1] as string, alias[2] as string)
    else if (listed) options.set(unescaped(listed[1] as string), membersOf(named.get(listed[2] as string) ?? ''))
    else if (field) fields.set(`${entity}.${unescaped(field[1] ?? (field[2] as string))}`, meaning(field[3] as string))
    else entity = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? entity
  }
  return { fields, options }
}

const unescaped = (text: string): string => text.replaceAll("\\'", "'")

/** `\n  | 1 // Open` becomes `1 Open`. */
const membersOf = (union: string): string[] =>
  [...union.matchAll(/^ {2}\| (.*)$/gm)].map(([, member = '']) => member.replace(' // ', ' '))
