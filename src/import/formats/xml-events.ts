// Parses the parts of a workbook as a stream of tags; declarations of entities and documents types are refused.
import { refuse } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'

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
export const longestText = 1_000_000
/** Bytes that are parsed at once. */
const pieceLength = 16 * 1024

export async function* xmlEvents(
  pieces: AsyncIterable<Uint8Array>,
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
  for await (const bytes of pieces) {
    for (let at = 0; at < bytes.length; at += pieceLength) {
      parser.write(decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true }))
      const ready = events
      events = []
      yield* ready
      const turn = nextTurnIfLong()
      if (turn) await turn
    }
  }
  parser.close()
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
