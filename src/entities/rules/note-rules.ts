// Derives a note's plain and rich text from each other and stores the rich text sanitized.
import { foldedPair } from '../../fields/kinds/text.ts'
import { richOf, richTextMax } from './rich-text.ts'
import type { EntityRules, RuleContext } from './types.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const noteRules: EntityRules = {
  before: write => {
    const { row } = write
    row.date_time ??= write.now
    const [plain, rich] = [accepted(write, 'Text', 'text'), accepted(write, 'RichText', 'rich_text')]
    if (isText(rich)) storeRich(write, rich, isText(plain))
    else if (isText(plain)) Object.assign(row, foldedPair('rich_text', richOf(plain)))
    else if (write.sent('Text') || write.sent('RichText')) {
      Object.assign(row, foldedPair('text', null), foldedPair('rich_text', null))
    }
    // One of the two texts is enough; a text that was refused has its own problem.
    const [sentPlain, sentRich] = [isText(write.value('Text')), isText(write.value('RichText'))]
    const there = sentPlain || sentRich || (row.text ?? null) !== null || (row.rich_text ?? null) !== null
    if (!sentRich) write.mandatory('Text', there)
  },
}

/** The text that the field has accepted; a text that was refused for its length is not processed. */
const accepted = ({ row, sent }: RuleContext, field: string, column: string): unknown =>
  sent(field) ? row[column] : undefined

function storeRich(write: RuleContext, rich: string, hasPlain: boolean): void {
  const clean = write.richText(rich)
  if (typeof clean === 'string') {
    write.problem('LimitExceeded', 'RichText', `${write.path}.RichText ${clean}.`)
    return
  }
  if (clean.html.length > richTextMax) {
    const message = `${write.path}.RichText is ${clean.html.length} characters long after it was sanitized; at most ${richTextMax} are allowed.`
    write.problem('TooLong', 'RichText', message)
    return
  }
  Object.assign(write.row, foldedPair('rich_text', clean.html === '' ? null : clean.html))
  if (!hasPlain) Object.assign(write.row, foldedPair('text', clean.plain || null))
}
