// Parses the parts of a workbook as a stream of tags; declarations of entities and documents types are refused.
import { refuse } from '../../base/errors.ts'

interface XmlEvent {
  /** The name of an element that begins, without its prefix. */
  readonly open?: string
  /** The name of an element that ends. */
  readonly close?: string
  /** With `close`: the text of the element, for the elements that were asked for. */
  readonly text: string
  readonly attributes: Readonly<Record<string, string | undefined>>
}

const none: XmlEvent['attributes'] = Object.freeze({})
/** Excel allows 32,767 characters in a cell. */
const longestText = 1_000_000

export async function* xmlEvents(
  bytes: AsyncIterable<Uint8Array>,
  withText: readonly string[] = [],
): AsyncGenerator<XmlEvent> {
  const { parser: createParser } = (await import('sax')).default
  const parser = createParser(true, { position: false })
  const decoder = new TextDecoder()
  let events: XmlEvent[] = []
  let text = ''
  let inside = false
  const broken = (): never =>
    refuse('InvalidValue', 'file', 'The file is not an XLSX workbook, or it is damaged: its XML is broken.')
  parser.onopentag = ({ name, attributes }) => {
    const open = local(name)
    inside = withText.includes(open)
    text = ''
    events.push({ open, text: '', attributes: attributes as Record<string, string> })
  }
  const add = (piece: string): void => {
    if (!inside) return
    text += piece
    if (text.length > longestText) refuse('LimitExceeded', 'file', 'A cell of the workbook is too long.')
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = name => {
    events.push({ close: local(name), text, attributes: none })
    inside = false
    text = ''
  }
  parser.ondoctype = broken
  parser.onerror = broken
  for await (const piece of bytes) {
    parser.write(decoder.decode(piece, { stream: true }))
    const ready = events
    events = []
    yield* ready
  }
  parser.close()
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
