// Handles the mailed link: opening it changes nothing, its button confirms the e-mail in the browser that began.
import { seconds } from '../../base/clock.ts'
import { digestOf, sameSecret } from '../../base/secrets/digest.ts'
import { redirect, type WebAnswer, type WebRequest } from '../../base/web.ts'
import { errorPage, forgedPage } from '../../pages/sign-in/error-page.ts'
import { codeElsewherePage, linkPage } from '../../pages/sign-in/link-page.ts'
import { codeOf, splitLink } from '../confirmation.ts'
import { findAttempt, isHttps, isOwnForm, loadContext, type SignInRoom, styleOf } from '../context.ts'
import { rememberBrowser } from '../remembered.ts'
import { confirmByLink } from '../statements.ts'

const deadLink = (room: SignInRoom, request: WebRequest): WebAnswer => {
  const style = styleOf(room, request)
  return errorPage(style, 400, style.texts.errors.deadLink)
}

export async function openLink(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const link = request.params.link ?? ''
  const { id, key } = splitLink(link)
  const row = await findAttempt(room, id)
  const good = row?.link != null && sameSecret(row.link, digestOf(key)) && (row.code_expires ?? 0) > seconds(room.clock)
  const context = await loadContext(room, request, id)
  if (!row || !good) return context && row?.confirmed === 1 ? redirect(context.frame.path) : deadLink(room, request)
  if (!context) return codeElsewherePage(styleOf(room, request), row.application, codeOf(key))
  return linkPage(context.frame, row.email ?? '', `${room.prefix}/v1/link/${link}`)
}

export async function pressLink(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const { id, key } = splitLink(request.params.link ?? '')
  const context = await loadContext(room, request, id)
  if (!context || context.row.email === null) return deadLink(room, request)
  if (!isOwnForm(context, new URLSearchParams(request.body))) return forgedPage(context.frame)
  const { row, frame } = context
  const { store, clock } = room
  const remembering = rememberBrowser(store, clock, room.random, request, isHttps(room), context.row.email)
  const confirmed = await store.write(async tx => {
    const by = { digest: row.digest, link: digestOf(key), now: seconds(clock), confirmed: clock.now() }
    if ((await tx.run(confirmByLink(store.dialect, by))) !== 1) return false
    await remembering.write(tx)
    return true
  })
  if (!confirmed) return deadLink(room, request)
  const answer = redirect(frame.path)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': remembering.cookie } }
}
