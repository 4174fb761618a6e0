// Checks that a campaign does not end before it begins, and that an entry does not subscribe to a campaign twice.
import type { Row } from '../../storage/store.ts'
import { checkDatesInOrder } from './dates-in-order.ts'
import type { EntityRules, RuleStore } from './types.ts'

export const campaignRules: EntityRules = {
  before: write => {
    write.row.status ??= 2
    checkDatesInOrder(write)
  },
}

export const campaignSubscriberRules: EntityRules = {
  // Subscriptions to one campaign are created one after the other, so that each sees those before it.
  updates: ['Campaign'],
  before: async write => {
    const { row, id } = write
    row.start_date ??= write.now
    // The answer reveals nothing of an entry that the caller may not read.
    const known = typeof row.ab_entry_key === 'string' && (await write.find('AbEntry', row.ab_entry_key))
    if (!known || !(await subscribes(write, row, id))) return
    write.problem('AlreadyExists', 'Key', `${write.path}.Key: the entry subscribes to the campaign already.`)
  },
  beforeRestore: async bin => {
    const { id, row, path, problems } = bin
    await bin.find('Campaign', row.parent_key as string, 'update')
    if (!(await subscribes(bin, row, id))) return
    problems.add('AlreadyExists', `${path}.Key`, `${path}.Key: the entry subscribes to the campaign again already.`)
  },
}

/** Whether the entry of a row has another subscription to its campaign. */
async function subscribes(store: RuleStore, { ab_entry_key, parent_key }: Readonly<Row>, id: string): Promise<boolean> {
  if (typeof ab_entry_key !== 'string' || typeof parent_key !== 'string') return false
  const live = await store.rowsOf('campaign_subscriber', { ab_entry_key, parent_key, deleted: null })
  return live.some(other => other.id !== id)
}
