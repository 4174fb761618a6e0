// Mails users what concerns them, at once or once a day: one mail for all that is new and that they may read.
import type { Callers } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import { html } from '../base/text/html.ts'
import { readAs } from '../envelope/read-as.ts'
import type { OperationParts } from '../envelope/run.ts'
import { decodeKey } from '../fields/record-key.ts'
import { mailHtml, wrapped } from '../mail/card.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Mail } from '../mail/transports.ts'
import type { Look } from '../pages/look.ts'
import type { Store } from '../storage/store.ts'
import { type MailTexts, mailTextsOf } from './mail-texts.ts'
import { beginMail, endMails, passMail, unwantedMails, wantingMail } from './statements.ts'
import { linkFor } from './unsubscribe.ts'

export interface MailParts {
  readonly store: Store
  readonly operations: OperationParts
  readonly callers: Pick<Callers, 'find'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly look: Look
  readonly log: Log
  readonly origin: () => string
  readonly commonKey: () => string | null
}

/** Daily mails are sent at this hour of the user's day. */
const hour = 7
/** Lines of one mail; it says how many more there are. */
const mostLines = 30
const answerLength = 1024 ** 2

type Kind = keyof MailTexts['kinds']

interface Line {
  readonly kind: Kind
  readonly by: string
  readonly name: string
}

/** Mails what the users of a database want to be told. Safe to run twice, also by two processes at once. */
export async function mailNotices(parts: MailParts, db: number): Promise<void> {
  const { store, operations, callers } = parts
  const users = await store.rows(wantingMail(store.dialect, { db }))
  const unwanted = await store.rows(unwantedMails(store.dialect, { db }))
  if (unwanted.length > 0) {
    const uids = unwanted.map(({ uid }) => uid)
    await store.write(tx => tx.run(endMails(store.dialect, { db, uids })))
  }
  const now = seconds(operations.clock)
  for (const user of users) {
    const uid = user.id
    const newest = user.newest ?? ''
    const isTime = user.notification_mail === 'AtOnce' || user.due === null || user.due <= now
    if (user.email === null || !isTime || (user.mailed !== null && newest <= user.mailed)) continue
    const person = await callers.find(db, uid)
    if (!person) continue
    const due = nextDue(now, person.timeZone)
    if (user.mailed === null || user.due === null) {
      await store.write(tx => tx.run(beginMail(store.dialect, { db, uid, mailed: newest, due })))
      continue
    }
    const passed = { db, uid, from: user.mailed, fromDue: user.due, to: newest, due }
    if ((await store.write(tx => tx.run(passMail(store.dialect, passed)))) !== 1) continue
    try {
      await mailTo(parts, person, user.email, user.mailed)
    } catch (error) {
      parts.log.warn('a mail about notifications was not sent', { error: error as Error })
      const back = { db, uid, from: newest, fromDue: due, to: user.mailed, due: user.due }
      await store.write(tx => tx.run(passMail(store.dialect, back)))
    }
  }
}

/** The next morning of the user, in epoch seconds. */
function nextDue(now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000).toZonedDateTimeISO(timeZone)
  const morning = today.with({ hour, minute: 0, second: 0, millisecond: 0 })
  const next = Temporal.ZonedDateTime.compare(morning, today) > 0 ? morning : morning.add({ days: 1 })
  return Math.floor(next.epochMilliseconds / 1000)
}

type Person = NonNullable<Awaited<ReturnType<Callers['find']>>>

async function mailTo(parts: MailParts, person: Person, email: string, after: string): Promise<void> {
  const lines = await newLines(parts, person, after)
  if (lines.length > 0) await parts.mailer.send(noticeMail(parts, person, email, lines))
}

/** What the user may read of the new notifications, the newest first. */
async function newLines({ operations }: MailParts, person: Person, after: string): Promise<readonly Line[]> {
  const body = {
    Notification: {
      Scope: { Fields: { Key: 1, Kind: 1, By: { DisplayValue: 1 }, Record: { DisplayValue: 1 } } },
      Criteria: { SearchQuery: { Read: { $EQ: false } }, Top: 200 },
      OrderBy: { Fields: [{ Key: 'DESC' }] },
    },
  }
  const answer = await readAs(person, body, operations, { scope: ['data.readonly', 'webaccess'], bytes: answerLength })
  const rows: readonly Record<string, unknown>[] = answer.Notification?.Data ?? []
  return rows.flatMap(({ Key, Kind, By, Record }) => {
    const name = shown(Record)
    const isNew = (decodeKey(String(Key))?.id ?? '') > after
    return isNew && name !== '' ? [{ kind: String(Kind) as Kind, by: shown(By), name }] : []
  })
}

const shown = (value: unknown): string => String((value as { DisplayValue?: unknown } | null)?.DisplayValue ?? '')

function noticeMail(parts: MailParts, person: Person, email: string, lines: readonly Line[]): Mail {
  const texts = mailTextsOf(person.culture)
  const { origin, look } = parts
  const told = lines.slice(0, mostLines).map(({ kind, by, name }) => ({ name, why: texts.kinds[kind](by) }))
  const more = lines.length > told.length ? texts.more(lines.length - told.length) : ''
  const link = `${origin()}/d/${encodeURIComponent(person.database)}/notifications`
  const path = linkFor(parts, person)
  const end = path === null ? `${origin()}/d/${encodeURIComponent(person.database)}/account` : origin() + path
  const why = texts.why(person.database)
  const [first] = told
  const text = [...told.map(({ name, why: reason }) => `${name}\n    ${reason}`), ...(more === '' ? [] : [more])]
  return {
    to: email,
    subject: texts.subject(lines.length, `${first?.name}: ${first?.why}`),
    text: `${text.join('\n\n')}\n\n${texts.open}:\n${link}\n\n${wrapped(why)}\n${texts.unsubscribe}: ${end}\n`,
    html: mailHtml({
      name: look.name,
      language: texts.tag,
      content: html`${told.map(({ name, why: reason }) => html`<p style="margin:0 0 14px"><strong>${name}</strong><br><span style="color:#5d6068">${reason}</span></p>`)}${more === '' ? null : html`<p>${more}</p>`}`,
      button: { label: texts.open, link },
      remark: html`${why} <a href="${end}">${texts.unsubscribe}</a>`,
    }),
    ...(path === null
      ? {}
      : { headers: { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
  }
}
