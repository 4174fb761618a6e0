// Writes a filter as a short text for the URL, and reads it again.
import { isOperator } from '../fields/operators.ts'
import { type Filter, type Group, isGroup, isRaw, noFilter } from './tree.ts'

// The marks are those that URLs show as they are: Type~in~Company~Contact*o(Address/City~has~Ber*Phone~empty)
const escapeText = (text: string): string => text.replace(/[!~*()]/g, '!$&')

const itemText = (item: Filter): string => {
  if (isGroup(item)) return `${item.join === 'or' ? 'o' : 'a'}(${itemsText(item)})`
  if (isRaw(item)) return `~${escapeText(JSON.stringify(item.raw))}`
  return [item.field, item.op, ...item.values].map(escapeText).join('~')
}

const itemsText = (group: Group): string => group.items.map(itemText).join('*')

/** Empty for a filter without conditions. A root of alternatives is written as a group. */
export const filterText = (root: Group): string =>
  root.items.length === 0 ? '' : root.join === 'or' ? itemText(root) : itemsText(root)

/** A reader of a text with escapes. */
class Reader {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get ended(): boolean {
    return this.at >= this.text.length
  }

  take(mark: string): boolean {
    if (!this.text.startsWith(mark, this.at)) return false
    this.at += mark.length
    return true
  }

  /** Text up to a mark. */
  word(): string {
    let word = ''
    while (!this.ended && !'~*()'.includes(this.text[this.at] as string)) {
      if (this.text[this.at] === '!') this.at++
      word += this.text[this.at++] ?? ''
    }
    return word
  }
}

function readItem(reader: Reader): Filter | null {
  for (const [mark, join] of [
    ['a(', 'and'],
    ['o(', 'or'],
  ] as const) {
    if (!reader.take(mark)) continue
    const items = readItems(reader)
    return items !== null && reader.take(')') ? { join, items } : null
  }
  const words = [reader.word()]
  while (reader.take('~')) words.push(reader.word())
  const [field, op, ...values] = words
  if (field === '' && op !== undefined) return readRaw(op)
  return field !== undefined && op !== undefined && isOperator(op) ? { field, op, values } : null
}

function readRaw(text: string): Filter | null {
  try {
    const raw: unknown = JSON.parse(text)
    return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
      ? { raw: raw as Record<string, unknown> }
      : null
  } catch {
    return null
  }
}

function readItems(reader: Reader): Filter[] | null {
  const items: Filter[] = []
  do {
    const item = readItem(reader)
    if (item === null) return null
    items.push(item)
  } while (reader.take('*'))
  return items
}

/** No filter for a text that is not one: a cut link shows the whole list instead of a failure. */
export function filterFromText(text: string): Group {
  if (text === '') return noFilter
  const reader = new Reader(text)
  const items = readItems(reader)
  if (items === null || !reader.ended) return noFilter
  const [first] = items
  return items.length === 1 && first && isGroup(first) && first.join === 'or' ? first : { join: 'and', items }
}
