// Sanitizes the rich texts of a request before its transaction begins, since sanitizing takes long.
import { setImmediate } from 'node:timers/promises'
import { Problems } from '../../base/errors.ts'
import { type CleanText, cleanRichText, type RichTextFault, richTextMax } from '../../entities/rules/rich-text.ts'
import { bareValue } from '../../fields/checks.ts'
import { readMembers } from '../record/members.ts'
import type { RecordsRequest } from './write-plan.ts'

/** The longest time in one turn of the event loop; other requests run after it. */
const longestTurnMs = 10

/** The sanitized form of each text, except for texts that will be refused for their length. */
export async function cleanTexts(
  requests: readonly Pick<RecordsRequest, 'entity' | 'records'>[],
): Promise<ReadonlyMap<string, CleanText | RichTextFault>> {
  const cleaned = new Map<string, CleanText | RichTextFault>()
  let turn = performance.now()
  for (const { entity, records } of requests) {
    if (entity.name !== 'Note') continue
    for (const data of records) {
      const value = bareValue(readMembers(entity, data, '', new Problems()).fields.get('RichText')?.value)
      if (typeof value !== 'string' || value.length > richTextMax) continue
      const text = value.normalize('NFC')
      if (!cleaned.has(text)) cleaned.set(text, cleanRichText(text))
      if (performance.now() - turn < longestTurnMs) continue
      await setImmediate()
      turn = performance.now()
    }
  }
  return cleaned
}
