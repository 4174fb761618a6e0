// Reads the near words of each $NEAR before its Read runs, and binds them: as a whole, or in tiers where the nearest records come first.
import { fixedLimits } from '../../config/limits.ts'
import { type NearLevels, type NearTier, nearLevels, nearTiers, wholeSearch } from '../../query/functions/near.ts'
import { conjunctsOf } from '../../query/parse/condition.ts'
import type { Conversion, NearConversion } from '../../query/plan/placeholders.ts'
import { nearWords } from '../../storage/statements/near-words.ts'
import type { Value } from '../../storage/store.ts'
import type { OperationContext } from '../context.ts'
import type { ReadRequest } from './request.ts'

type Converted = readonly (readonly Value[])[]

/** The values with which a tier of a Read is bound. `errors` is the part of its page keys that tells the tiers apart. */
export interface BoundTier {
  readonly errors: number
  readonly converted: Converted
}

interface NearValues {
  /** The values of a Read whose order is given. */
  readonly converted: Converted
  /** The tiers of a Read that returns the nearest records first. Null: its order is given, or no $NEAR must hold. */
  readonly tiers: readonly BoundTier[] | null
}

/** Null for a Read without $NEAR. */
export function findNear(
  conversions: readonly Conversion[],
  asked: ReadRequest,
  converted: Converted,
  context: OperationContext,
): Promise<NearValues> | null {
  return conversions.some(({ near }) => near) ? bindNear(conversions, asked, converted, context) : null
}

async function bindNear(
  conversions: readonly Conversion[],
  asked: ReadRequest,
  before: Converted,
  context: OperationContext,
): Promise<NearValues> {
  const { db } = context.catalog
  const found = new Map<number, readonly NearTier[]>()
  for (const [i, { near, literal }] of conversions.entries()) {
    if (near) found.set(i, await tiersOf(near, asked.condition.literals[literal], context))
  }
  const bound = (at: number, tier: NearTier) => conversions[at]?.near?.bind(db, tier) ?? []
  const converted = before.map((values, i) => {
    const tiers = found.get(i)
    return tiers ? bound(i, wholeSearch(tiers)) : values
  })
  const leading = isOrdered(asked.order) ? undefined : leadingNear(conversions, asked)
  if (leading === undefined) return { converted, tiers: null }
  const tiers = (found.get(leading) ?? []).map(tier => ({
    errors: tier.errors,
    converted: converted.with(leading, bound(leading, tier)),
  }))
  return { converted, tiers }
}

const isOrdered = (order: unknown): boolean =>
  order !== undefined && order !== null && !(Array.isArray(order) && order.length === 0)

/** The first $NEAR that every record must meet. */
function leadingNear(conversions: readonly Conversion[], { condition }: ReadRequest): number | undefined {
  const near = conjunctsOf(condition.root).find(one => one.kind === 'phrase' && one.near && !one.blank)
  if (near?.kind !== 'phrase') return undefined
  const at = conversions.findIndex(conversion => conversion.near && conversion.literal === near.literal.index)
  return at < 0 ? undefined : at
}

async function tiersOf(
  near: NearConversion,
  literal: unknown,
  { store, reader, catalog: { db } }: OperationContext,
): Promise<readonly NearTier[]> {
  const query = near.query(literal)
  const most = Math.floor(fixedLimits.nearCandidates / Math.max(1, query.words.length))
  const levels: NearLevels[] = []
  for (const word of query.words) {
    const rows =
      word.errors === 0 ? [] : await (reader ?? store).read(nearWords(near.table, db, word, most)(store.dialect))
    levels.push(
      nearLevels(
        word,
        rows.map(([text]) => text as string),
      ),
    )
  }
  return nearTiers(query, levels)
}
