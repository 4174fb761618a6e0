// Sanitizes the rich texts of a request before its transaction begins, since sanitizing takes long.
import { setImmediate } from 'node:timers/promises'
import { Problems } from '../../base/errors.ts'
import { type CleanText, cleanRichText, richTextMax } from '../../entities/rules/rich-text.ts'
import { bareValue } from '../../fields/checks.ts'
import { readMembers } from '../record/members.ts'
import type { RecordsRequest } from './write-plan.ts'

/** After so long in one turn of the event loop, other requests have theirs. */
const longestTurnMs = 10

/** Text -> its sanitized form. Texts that will be refused for their length are left out. */
export async function cleanTexts(
  requests: readonly Pick<RecordsRequest, 'entity' | 'records'>[],
): Promise<ReadonlyMap<string, CleanText | null>> {
  const cleaned = new Map<string, CleanText | null>()
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
