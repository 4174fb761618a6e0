// Synchronizes the default address of an entry with the entry's copy of it, whichever of the two is written.
import { addressColumns } from '../../fields/kinds/address.ts'
import type { Row } from '../../storage/store.ts'
import type { BinContext, EntityRules, RuleContext } from './types.ts'

const inEntry = (column: string): string => `address_${column}`

/** The columns of an entry whose default address has this identifier and these columns. */
const entryColumns = (id: string | null, address: Readonly<Row>): Row => ({
  address_key: id,
  ...Object.fromEntries(addressColumns.map(column => [inEntry(column), address[column] ?? null])),
})

/** The columns of the address, from the copy in the entry. */
const addressOf = (entry: Readonly<Row>): Row =>
  Object.fromEntries(addressColumns.map(column => [column, entry[inEntry(column)] ?? null]))

/** The identifier of the first address of an entry, derived from that of the entry. */
const firstAddressId = (entry: string): string => `${entry}1`

export const addressRules: EntityRules = {
  updates: ['AbEntry'],
  lockedBehind: { entity: 'AbEntry', column: 'parent_key' },
  before: async write => {
    const { creating, row, before, path } = write
    if (typeof row.parent_key !== 'string') return
    const entry = await write.find('AbEntry', row.parent_key, 'update')
    if (!entry) return
    if (creating && !(await write.mayWrite('AbEntry', row.parent_key))) {
      write.problem('AccessDenied', 'ParentKey', `${path}.ParentKey: the entry may be read, but not written.`)
    }
    if (creating && entry.address_key === null) row.is_default = 1
    else if (creating || row.is_default !== 0 || before.is_default !== 1) row.is_default ??= 0
    else if (write.value('Default') === null) row.is_default = 1
    else write.problem('RuleViolated', 'Default', `${path}.Default: make another address the default one instead.`)
  },
  after: async ({ id, row, find, changeRecord }) => {
    if (row.is_default !== 1) return
    const parent = row.parent_key as string
    const previous = (await find('AbEntry', parent, 'update'))?.address_key ?? null
    if (typeof previous === 'string' && previous !== id) await changeRecord('Address', previous, { is_default: 0 })
    await changeRecord('AbEntry', parent, entryColumns(id, row))
  },
  afterDelete: async bin => {
    const { id, row } = bin
    if (row.is_default !== 1) return
    const parent = row.parent_key as string
    await bin.change('Address', id, { is_default: 0 })
    const next = await nextDefault(bin, parent, id)
    if (next) await bin.changeRecord('Address', next.id as string, { is_default: 1 })
    await bin.changeRecord('AbEntry', parent, entryColumns(next ? (next.id as string) : null, next ?? {}))
  },
  afterRestore: async ({ id, row, find, change, changeRecord }) => {
    const parent = row.parent_key as string
    const entry = await find('AbEntry', parent, 'update')
    if (entry?.address_key !== null) return
    await change('Address', id, { is_default: 1 })
    await changeRecord('AbEntry', parent, entryColumns(id, row))
  },
}

/** The oldest address of an entry, except `going`. */
async function nextDefault({ findBy }: RuleContext | BinContext, entry: string, going: string): Promise<Row | null> {
  const oldest = await findBy('Address', 'parent_key', entry, 2)
  return oldest.find(({ id }) => id !== going) ?? null
}

/** Decides, before an entry is written, which address will be its default. */
export async function settleDefaultAddress(write: RuleContext): Promise<void> {
  if (!write.sent('Address')) return
  const { creating, id, row, before } = write
  const key = (before.address_key ?? null) as string | null
  if (key === null) {
    const filled = addressColumns.some(column => (row[inEntry(column)] ?? null) !== null)
    if (filled) row.address_key = creating ? firstAddressId(id) : write.newId()
  } else if (write.value('Address') === null || write.value('Address') === '') {
    const next = await nextDefault(write, id, key)
    Object.assign(row, entryColumns(next ? (next.id as string) : null, next ?? {}))
  }
}

const copyDiffers = (a: Readonly<Row>, b: Readonly<Row>): boolean =>
  addressColumns.some(column => (a[inEntry(column)] ?? null) !== (b[inEntry(column)] ?? null))

/** Writes the default address after its entry was written. */
export async function saveDefaultAddress(write: RuleContext): Promise<void> {
  const { creating, id, row, before } = write
  const [key, previous] = [row.address_key ?? null, before.address_key ?? null] as (string | null)[]
  if (key === previous) {
    if (typeof key === 'string' && copyDiffers(row, before)) await write.changeRecord('Address', key, addressOf(row))
    return
  }
  if (typeof previous === 'string') {
    await write.change('Address', previous, { is_default: 0 })
    await write.deleteRecord('Address', previous)
    if (typeof key === 'string') await write.changeRecord('Address', key, { is_default: 1 })
    return
  }
  const { creator = null, created = null, modified_by = null, modified = null } = row
  const stamps: Row = creating ? { creator, created, modified_by, modified } : {}
  await write.createRecord('Address', { ...addressOf(row), ...stamps, id: key ?? null, parent_key: id, is_default: 1 })
}
