// Suggests records with near names when a $PHRASE finds nothing (Options.Suggest).
import { Problems, Refusal } from '../../base/errors.ts'
import type { Text } from '../../base/text/long-text.ts'
import type { Condition } from '../../query/parse/condition.ts'
import type { EntityRequest } from '../context.ts'
import type { ReadRequest } from './request.ts'

const mostSuggestions = 5
/** Several records may have one name. */
const recordsRead = 20

/** The Read whose records are suggested: each $PHRASE is a $NEAR, all other conditions hold too. Null when there is no $PHRASE. */
export function suggestingRead(asked: ReadRequest, { entity }: EntityRequest): ReadRequest | null {
  const { condition } = asked
  if (!hasPhrase(condition.root) || entity.field('DisplayValue') === undefined) return null
  return {
    ...asked,
    fields: { DisplayValue: 1 },
    condition: { ...condition, root: nearInstead(condition.root), shape: `~${condition.shape}` },
    ...{ order: undefined, groups: undefined, top: recordsRead, pageSize: null, pageKey: null, suggest: false },
    problems: new Problems(),
  }
}

const hasPhrase = (condition: Condition): boolean =>
  condition.kind === 'all' || condition.kind === 'any'
    ? condition.of.some(hasPhrase)
    : condition.kind === 'phrase' && !condition.near && !condition.blank

const nearInstead = (condition: Condition): Condition => {
  if (condition.kind === 'phrase') return { ...condition, near: true }
  if (condition.kind !== 'all' && condition.kind !== 'any') return condition
  return { ...condition, of: condition.of.map(nearInstead) }
}

/** The member `Suggestions` of an answer. A phrase that $NEAR cannot search has none. */
export async function suggestions(read: () => Text | Promise<Text>): Promise<string> {
  const names: string[] = []
  try {
    const { Data } = JSON.parse(String(await read())) as { Data: { DisplayValue: string | null }[] }
    for (const { DisplayValue } of Data) if (DisplayValue && !names.includes(DisplayValue)) names.push(DisplayValue)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  return `,"Suggestions":${JSON.stringify(names.slice(0, mostSuggestions))}`
}
