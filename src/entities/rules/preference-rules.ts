// Checks that the names of a user's preferences are unique, and limits their number.
import type { BinContext, EntityRules, RuleContext } from './types.ts'

const most = 200

export const preferenceRules: EntityRules = {
  before: async write => {
    if (!write.creating) return
    const { path, row, uid } = write
    const owner = String(row.creator ?? uid)
    const own = await ofUser(write, owner)
    if (own.length >= most) {
      const message = `${path}: a user has at most ${most} preferences, and ${owner} has ${own.length}.`
      write.problems.add('LimitExceeded', path, message)
    }
    if (typeof row.name === 'string' && own.some(({ name }) => name === row.name)) {
      write.problem('AlreadyExists', 'Name', `${path}.Name: there is a preference ${row.name} already.`)
    }
  },
  beforeRestore: async bin => {
    const { row, path, problems } = bin
    const own = await ofUser(bin, String(row.creator))
    if (own.some(({ id, name }) => name === row.name && id !== bin.id)) {
      problems.add('AlreadyExists', `${path}.Key`, `${path}.Key: there is a preference ${row.name} again already.`)
    }
  },
}

/** The preferences of a user. Writers queue here, so that each sees the writes of those before it. */
async function ofUser(write: RuleContext | BinContext, uid: string) {
  await write.alone(`Preference ${uid}`)
  return write.findBy('Preference', 'creator', uid, most + 1)
}
