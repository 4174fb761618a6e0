// Checks that Uids and e-mail addresses are unique, maintains memberships, and keeps at least one administrator.

import { fold } from '../../base/text/fold.ts'
import { systemUid } from '../../fields/kinds/user.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { RecordRow } from '../entity.ts'
import type { BinContext, EntityRules, RuleContext } from './types.ts'

/** Names and addresses are the same in any letter case; accents count. */
const exactly = (text: string): string => text.normalize('NFC').toLowerCase()

const address = (row: Readonly<RecordRow>): string | null => (typeof row.email === 'string' ? exactly(row.email) : null)

const fullName = (row: Readonly<RecordRow>): string | null =>
  [row.first_name, row.last_name].filter(Boolean).join(' ') || null

const isAdministrator = (row: Readonly<RecordRow>): boolean => row.admin === 1 && row.enabled === 1

export const userRules: EntityRules = {
  before: async write => {
    // One writer of users at a time, since unique addresses and the last administrator concern all users.
    await write.alone('User')
    nameUser(write)
    if (write.creating) await checkUid(write)
    await checkAddress(write)
    await checkUserName(write)
    checkSuccessor(write)
    if (!write.creating && isAdministrator(write.before) && !isAdministrator(write.row)) {
      if (!(await hasOtherAdministrator(write))) {
        write.problem('RuleViolated', write.sent('Admin') ? 'Admin' : 'Enabled', lastAdministrator(write.path))
      }
    }
    const password = write.value('Password')
    if (typeof password === 'string' && password !== '') {
      checkPassword(write, password)
      write.row.password = write.hashed(password.normalize('NFC'))
      if (!write.creating) await removeLinks(write)
      if (!write.creating && write.options.endsessions !== false) endSessions(write)
    }
    if (isDisabled(write) && write.options.endsessions === true) {
      endSessions(write)
      await removeLinks(write)
    }
  },
  after: async write => {
    if (endsTokens(write)) await endTokens(write)
    await keepHandover(write)
    if (write.row.email_f !== write.before.email_f) await keepMembership(write, write.row)
    if (!write.creating && address(write.row) !== address(write.before)) await removeLinks(write)
    if (write.list('security_group_members')) await write.publish(topics.group, write.db)
    await write.publish(topics.user, { db: write.db, uid: write.id })
    if (write.row.display_name !== write.before.display_name) await write.publish(topics.catalog, write.db)
  },
  beforeDelete: async bin => {
    await bin.alone('User')
    if (isAdministrator(bin.row) && !(await hasOtherAdministrator(bin))) {
      bin.problems.add('RuleViolated', `${bin.path}.Key`, lastAdministrator(bin.path))
    }
  },
  afterDelete: async bin => {
    await bin.remove('membership', { uid: bin.id })
    await removeLinks(bin)
    await bin.remove('invitation', { uid: bin.id })
    await bin.remove('user_picture', { uid: bin.id })
    await bin.publish(topics.user, { db: bin.db, uid: bin.id })
  },
  beforeRestore: async bin => {
    await bin.alone('User')
    const isNameTaken = await hasUserName(bin, bin.row)
    if (isNameTaken) bin.problems.add('AlreadyExists', `${bin.path}.Key`, takenName(bin.path, bin.row))
    if (await isTaken(bin, bin.row)) bin.problems.add('AlreadyExists', `${bin.path}.Key`, taken(bin.path, bin.row))
  },
  afterRestore: async bin => {
    await keepMembership(bin, bin.row)
    await bin.publish(topics.user, { db: bin.db, uid: bin.id })
  },
}

const lastAdministrator = (path: string): string => `${path}: a database keeps at least one enabled administrator.`
const takenName = (path: string, row: Readonly<RecordRow>): string =>
  `${path}.UserName: another user is ${row.user_name} already.`
const taken = (path: string, row: Readonly<RecordRow>): string =>
  `${path}.Email: another user has ${row.email} already.`

/** The display name is derived from first and last name until a request sets it. */
function nameUser({ creating, before, row }: RuleContext): void {
  const given = row.display_name ?? null
  const own = given !== null && (creating || given !== before.display_name || given !== fullName(before))
  if (own) return
  row.display_name = fullName(row)
  row.display_name_f = null
  if (typeof row.display_name === 'string') row.display_name_f = fold(row.display_name)
}

/** Words of the product, which everybody knows. */
const productWords = ['clientele', 'crm']
const shortestWord = 3
/** Letters and digits that a password needs beside words that can be guessed: a year is not enough. */
const leastBeside = 5

/** A password that is made of the names of the user, the database or the product is the first that is guessed. */
function checkPassword(write: RuleContext, password: string): void {
  const { email, first_name, last_name, display_name } = write.row
  const address = typeof email === 'string' ? [email, ...email.split(/[@.]/)] : []
  const words = [write.id, first_name, last_name, display_name, ...address, write.database, ...productWords]
    .filter(word => typeof word === 'string')
    .map(lettersOf)
    .filter(word => word.length >= shortestWord)
    .sort((a, b) => b.length - a.length)
  const beside = words.reduce((left, word) => left.replaceAll(word, ''), lettersOf(password))
  if (beside === lettersOf(password) || beside.length >= leastBeside) return
  const whose = 'the names and the address of the user, the name of the database or of the product'
  write.problem('InvalidValue', 'Password', `${write.path}.Password is made of ${whose}.`)
}

const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** An administrator who sets the password of another user, or disables the user, ends the user's personal tokens. */
const endsTokens = ({ creating, uid, id, row, before, options }: RuleContext): boolean =>
  !creating &&
  uid !== id &&
  options.endtokens !== false &&
  (row.password !== before.password || isDisabled({ creating, row, before }))

const isDisabled = ({ creating, row, before }: Pick<RuleContext, 'creating' | 'row' | 'before'>): boolean =>
  !creating && before.enabled === 1 && row.enabled !== 1

async function endTokens(write: RuleContext): Promise<void> {
  for (const token of await write.findBy('PersonalAccessToken', 'user_id', write.id)) {
    if (token.revoked === 1) continue
    await write.changeRecord('PersonalAccessToken', String(token.id), { revoked: 1, revoke_date: write.now })
    await write.publish(topics.token, String(token.id))
  }
}

/** Ends all grants, sessions and remembered browsers that began until now. A sign-in after a change in the same second began one later. */
function endSessions({ row, before, now }: RuleContext): void {
  row.sessions_from = Math.max(now, Number(before.sessions_from ?? 0) + 1)
  row.browsers_from = now * 1000
}

async function checkUid(write: RuleContext): Promise<void> {
  const uid = write.id
  if (!write.sent('Uid') || typeof write.row.id !== 'string') return
  if (uid.toUpperCase() === systemUid) {
    write.problem('InvalidValue', 'Uid', `${write.path}.Uid: ${systemUid} is the service itself.`)
    return
  }
  write.row.uid_f = uid.toLowerCase()
  if (await write.exists('user', { uid_f: write.row.uid_f })) {
    const message = `${write.path}.Uid: there is, or was, a user ${write.findUid(uid)} already.`
    write.problem('AlreadyExists', 'Uid', message)
  }
}

async function checkAddress(write: RuleContext): Promise<void> {
  if (address(write.row) === address(write.before)) return
  if (await isTaken(write, write.row)) write.problem('AlreadyExists', 'Email', taken(write.path, write.row))
}

async function checkUserName(write: RuleContext): Promise<void> {
  if (write.row.user_name === write.before.user_name) return
  if (await hasUserName(write, write.row)) {
    write.problem('AlreadyExists', 'UserName', takenName(write.path, write.row))
  }
}

/** Whether another user has the name, or has it as the address of a user without a name. */
async function hasUserName(
  write: Pick<RuleContext | BinContext, 'findBy' | 'id'>,
  { user_name, user_name_f }: Readonly<RecordRow>,
): Promise<boolean> {
  if (typeof user_name !== 'string' || typeof user_name_f !== 'string') return false
  const wanted = exactly(user_name)
  const named = await write.findBy('User', 'user_name_f', user_name_f)
  const addressed = await write.findBy('User', 'email_f', user_name_f)
  const names = [
    ...named.map(({ id, user_name: name }) => ({ id, name })),
    ...addressed.filter(other => (other.user_name ?? null) === null).map(({ id, email }) => ({ id, name: email })),
  ]
  return names.some(({ id, name }) => id !== write.id && exactly(String(name)) === wanted)
}

/** Records go to another user who can work on them. */
function checkSuccessor(write: RuleContext): void {
  const { row, before, id } = write
  if (typeof row.successor !== 'string' || row.successor === before.successor || row.successor !== id) return
  write.problem('RuleViolated', 'Successor', `${write.path}.Successor: a user is not their own successor.`)
}

/** The records of a disabled user with a successor are handed over; those of a user who comes back stay. */
async function keepHandover(write: RuleContext): Promise<void> {
  const { row, before, id } = write
  const successor = row.enabled === 1 ? null : (row.successor ?? null)
  const earlier = before.enabled === 1 ? null : (before.successor ?? null)
  if (successor === earlier) return
  await write.remove('handover', { uid: id })
  if (successor !== null) await write.put('handover', { uid: id, successor, author: write.uid, begun: write.now })
}

async function isTaken(
  write: Pick<RuleContext | BinContext, 'findBy' | 'id'>,
  row: Readonly<RecordRow>,
): Promise<boolean> {
  const wanted = address(row)
  if (wanted === null) return false
  const others = await write.findBy('User', 'email_f', row.email_f ?? null)
  return others.some(other => other.id !== write.id && address(other) === wanted)
}

async function hasOtherAdministrator(write: Pick<RuleContext | BinContext, 'findBy' | 'id'>): Promise<boolean> {
  const administrators = await write.findBy('User', 'admin', 1)
  return administrators.some(other => other.id !== write.id && other.enabled === 1)
}

/** A mailed link sets the password once, and only from the address of the user. An open invitation ends with it. */
async function removeLinks(
  write: Pick<RuleContext | BinContext, 'remove' | 'changeRows' | 'id' | 'now'>,
): Promise<void> {
  await write.remove('password_link', { uid: write.id })
  await write.changeRows('invitation', { revoked: write.now }, { uid: write.id, accepted: null, revoked: null })
}

async function keepMembership(
  write: Pick<RuleContext | BinContext, 'remove' | 'put' | 'id'>,
  row: Readonly<RecordRow>,
): Promise<void> {
  await write.remove('membership', { uid: write.id })
  if (typeof row.email_f === 'string') await write.put('membership', { email_f: row.email_f, uid: write.id })
}
