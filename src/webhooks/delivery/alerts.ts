// Mails the administrators of a database that a webhook target fails, or was stopped.
import { sql } from 'kysely'
import type { Log } from '../../base/log/log.ts'
import { html } from '../../base/text/html.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Mail } from '../../mail/transports.ts'
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import type { TargetRow } from '../targets/target.ts'
import type { Alert } from './progress.ts'

/** Administrators who get a mail. */
const mostMails = 50

const administrators = statementsOn<EntityTables>()((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('user')
    .select('email')
    .where('db', '=', p('db'))
    .where('admin', '=', 1)
    .where('enabled', '=', 1)
    .where('deleted', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(sql.lit(mostMails)),
)

const texts: Record<Alert, { subject: string; text: string }> = {
  warned: {
    subject: 'A webhook target has been failing for a day',
    text: 'Nothing could be delivered to it for a day. Its events are kept and tried again. If this goes on for five days, the target is stopped.',
  },
  failures: {
    subject: 'A webhook target was stopped',
    text: 'Nothing could be delivered to it for five days, so it was stopped. Once it is enabled again, delivery goes on from where it stopped.',
  },
  gone: {
    subject: 'A webhook target was stopped',
    text: 'It answered HTTP 410 (Gone), which asks for no further events, so it was stopped. Once it is enabled again, delivery goes on from where it stopped.',
  },
}

export const createAlert =
  ({ store, mailer, log }: { store: Store; mailer: Mailer; log: Log }) =>
  (target: TargetRow, alert: Alert): void => {
    const { db, id } = target
    log.warn(texts[alert].subject.toLowerCase(), { db, target: id })
    send(store, mailer, target, alert).catch((error: Error) =>
      log.error('the mail about a webhook target failed', { error }),
    )
  }

async function send(store: Store, mailer: Mailer, target: TargetRow, alert: Alert): Promise<void> {
  for (const { email } of await store.rows(administrators(store.dialect, { db: target.db }))) {
    if (email !== null) await mailer.send(mailOf(email, target, alert))
  }
}

function mailOf(to: string, { id, url, description }: TargetRow, alert: Alert): Mail {
  const { subject, text } = texts[alert]
  // The query of a URL may hold a password of the receiver.
  const shown = `${description ?? 'Target'} ${id}, ${new URL(url).origin}${new URL(url).pathname}`
  return { to, subject, text: `${shown}\n\n${text}\n`, html: html`<p><strong>${shown}</strong></p><p>${text}</p>`.text }
}
