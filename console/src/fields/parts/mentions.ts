// Reads and writes the mentions of users in texts: `@[Ann Lee](VXNlcglBTk4=)`, where the key stays true when the name changes.

export interface Mention {
  readonly key: string
  readonly name: string
}

const mention = /@\[([^[\]\n]{1,200})\]\(([A-Za-z0-9+/]{4,120}={0,2})\)/g

/** A text as its plain parts and its mentions, in their order. */
export function mentionParts(text: string): readonly (string | Mention)[] {
  // Asked for each text of a list; few have any.
  if (!text.includes('@[')) return text === '' ? [] : [text]
  const parts: (string | Mention)[] = []
  let end = 0
  for (const found of text.matchAll(mention)) {
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push({ name: found[1] ?? '', key: found[2] ?? '' })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

export const mentionsIn = (text: string): readonly Mention[] =>
  mentionParts(text).filter(part => typeof part !== 'string')

/** The texts whose mentions notify users, by entity and field. */
const notifying = new Set([...['Note/Text', 'Opportunity/Description', 'Case/Description', 'Campaign/Description']])

export const takesMentions = ({ entity, path }: { readonly entity: string; readonly path: string }): boolean =>
  notifying.has(`${entity}/${path}`)

/** A text with its mentions as people read them: `@Ann Lee`. */
export const readableMentions = (text: string): string =>
  mentionParts(text)
    .map(part => (typeof part === 'string' ? part : `@${part.name}`))
    .join('')

/** A name without the characters that end it in a mention. */
const nameIn = (name: string): string => name.replace(/[[\]\n]/g, ' ').trim()

/** A text as it is typed, with the keys of the users that were chosen for its mentions. The longest name counts. */
export function withMentions(text: string, chosen: readonly Mention[]): string {
  const byLength = chosen.toSorted((a, b) => b.name.length - a.name.length)
  let written = ''
  for (let at = 0; at < text.length; ) {
    const found = text[at] === '@' ? byLength.find(({ name }) => text.startsWith(name, at + 1)) : undefined
    written += found ? `@[${nameIn(found.name)}](${found.key})` : text[at]
    at += found ? found.name.length + 1 : 1
  }
  return written
}

/** The beginning of a name that is being typed before the caret, and where its `@` stands; null when there is none. */
export function mentionBefore(text: string, caret: number): { readonly at: number; readonly name: string } | null {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || caret - at > 60) return null
  const name = text.slice(at + 1, caret)
  const startsWord = at === 0 || /[\s(]/.test(text[at - 1] as string)
  return startsWord && !/\n|\s\S*\s/.test(name) && !name.startsWith(' ') ? { at, name } : null
}
