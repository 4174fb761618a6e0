// Renders the question whether a client may act for the person who signed in.
import { type Html, html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, csrfField, type PageFrame, purpose } from './layout.ts'

interface ConsentQuestion {
  readonly database: string
  /**
   * The client runs on the person's own machine, where any program may pretend to be it. No registration of the client can
   * change that, so the page warns.
   */
  readonly isLoopback: boolean
  /** The client runs on a device without this browser. */
  readonly isDevice: boolean
  /** The client asked to change data; the person may let it read only. */
  readonly mayNarrow: boolean
}

export const consentPage = (frame: PageFrame, question: ConsentQuestion): WebAnswer => {
  const { consent, device } = frame.texts
  const { database, isLoopback, isDevice, mayNarrow } = question
  const answer = (step: string, label: string, kind: Html | null) =>
    html`<form method="post" action="${frame.path}/${step}">${csrfField(frame)}<button${kind}>${label}</button></form>`
  return attemptPage(frame, {
    title: consent.title(frame.application),
    body: html`<h1>${consent.title(frame.application)}</h1>
<p>${consent.in(database)}</p>
${purpose(frame, !isDevice)}
${isDevice ? html`<p class="hint">${device.warning}</p>` : null}
${isLoopback ? html`<p class="hint">${consent.loopback}</p>` : null}
${answer('allow', consent.allow, null)}
${mayNarrow ? answer('allow-reading', consent.readOnly, html` class="second"`) : null}
<p class="hint">${consent.later}</p>`,
  })
}
