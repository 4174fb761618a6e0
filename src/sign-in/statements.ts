// Holds the SQL statements on sign-in attempts and remembered browsers.
import { statement } from '../storage/statement.ts'

export const insertAttempt = statement<{
  digest: string
  secret: string
  expires: number
  application: string
  meanings: string
  only_db: number
  return_origin: string
  request: string
}>((db, p) =>
  db.insertInto('sign_in_attempt').values({
    digest: p('digest'),
    secret: p('secret'),
    expires: p('expires'),
    application: p('application'),
    meanings: p('meanings'),
    only_db: p('only_db'),
    return_origin: p('return_origin'),
    request: p('request'),
    confirmed: 0,
    code_tries: 0,
  }),
)
export const attemptByDigest = statement<{ digest: string }>((db, p) =>
  db.selectFrom('sign_in_attempt').selectAll().where('digest', '=', p('digest')),
)

/** Sets a new e-mail to confirm and clears the proofs of an earlier one. */
export const setEmail = statement<{
  digest: string
  email: string | null
  confirmed: number
  code: string | null
  link: string | null
  code_expires: number | null
}>((db, p) =>
  db
    .updateTable('sign_in_attempt')
    .set({
      email: p('email'),
      confirmed: p('confirmed'),
      code: p('code'),
      link: p('link'),
      code_expires: p('code_expires'),
      code_tries: 0,
      db: null,
      uid: null,
      sso: null,
    })
    .where('digest', '=', p('digest'))
    .where('finished', 'is', null),
)
export const countTry = statement<{ digest: string; tries: number; now: number }>((db, p) =>
  db
    .updateTable('sign_in_attempt')
    .set(eb => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('digest', '=', p('digest'))
    .where('code', 'is not', null)
    .where('code_tries', '<', p('tries'))
    .where('code_expires', '>', p('now')),
)
/** Changes one row when the code is right and unused. It also clears the link. */
export const confirmByCode = statement<{ digest: string; code: string; now: number }>((db, p) =>
  db
    .updateTable('sign_in_attempt')
    .set({ confirmed: 1, code: null, link: null })
    .where('digest', '=', p('digest'))
    .where('code', '=', p('code'))
    .where('code_expires', '>', p('now'))
    .where('finished', 'is', null),
)
export const confirmByLink = statement<{ digest: string; link: string; now: number }>((db, p) =>
  db
    .updateTable('sign_in_attempt')
    .set({ confirmed: 1, code: null, link: null })
    .where('digest', '=', p('digest'))
    .where('link', '=', p('link'))
    .where('code_expires', '>', p('now'))
    .where('finished', 'is', null),
)
export const setAccount = statement<{ digest: string; db: number | null; uid: string | null }>((db, p) =>
  db
    .updateTable('sign_in_attempt')
    .set({ db: p('db'), uid: p('uid'), sso: null })
    .where('digest', '=', p('digest'))
    .where('confirmed', '=', 1)
    .where('finished', 'is', null),
)
export const setSsoChecks = statement<{ digest: string; sso: string }>((db, p) =>
  db
    .updateTable('sign_in_attempt')
    .set({ sso: p('sso') })
    .where('digest', '=', p('digest'))
    .where('confirmed', '=', 1)
    .where('finished', 'is', null),
)
/** Clears the checks, so that a provider's response is accepted once. */
export const takeSsoChecks = statement<{ digest: string; sso: string }>((db, p) =>
  db.updateTable('sign_in_attempt').set({ sso: null }).where('digest', '=', p('digest')).where('sso', '=', p('sso')),
)
export const finishAttempt = statement<{ digest: string; now: number }>((db, p) =>
  db
    .updateTable('sign_in_attempt')
    .set({ finished: p('now'), code: null, link: null, sso: null })
    .where('digest', '=', p('digest'))
    .where('finished', 'is', null),
)

// Remembered browsers

export const rememberedAddress = statement<{ digest: string; address: string; now: number }>((db, p) =>
  db
    .selectFrom('remembered_browser')
    .select('expires')
    .where('digest', '=', p('digest'))
    .where('address', '=', p('address'))
    .where('expires', '>', p('now')),
)
export const moveRemembered = statement<{ from: string; to: string }>((db, p) =>
  db
    .updateTable('remembered_browser')
    .set({ digest: p('to') })
    .where('digest', '=', p('from')),
)
export const remember = statement<{ digest: string; address: string; now: number; expires: number }>((db, p) =>
  db
    .insertInto('remembered_browser')
    .values({ digest: p('digest'), address: p('address'), confirmed: p('now'), expires: p('expires') })
    .onConflict(c =>
      c.columns(['digest', 'address']).doUpdateSet(eb => ({
        confirmed: eb.ref('excluded.confirmed'),
        expires: eb.ref('excluded.expires'),
      })),
    ),
)
export const forgetAddress = statement<{ address: string }>((db, p) =>
  db.deleteFrom('remembered_browser').where('address', '=', p('address')),
)
