// Renders the page on which a person types the code of a device (RFC 8628), and what became of it.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { describedBy, formPage, noticeLine, plainPage, type Style } from './layout.ts'
import type { PageNotice } from './notice.ts'

interface CodeForm {
  readonly path: string
  /** What the person has typed, or what the address of the device brought. */
  readonly typed: string
  readonly notice?: PageNotice | undefined
}

export const devicePage = (style: Style, { path, typed, notice }: CodeForm): WebAnswer => {
  const { device, proceed } = style.texts
  const isBrought = typed !== '' && notice === undefined
  return formPage(style, {
    title: device.title,
    notice,
    body: html`<h1>${device.title}</h1>
<p>${device.text}</p>
<form method="post" action="${path}">
${noticeLine(notice)}
<label for="code">${device.label}</label>
<input class="code" type="text" id="code" name="user_code" value="${typed}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus${describedBy(notice, isBrought ? 'hint' : undefined)}>
${isBrought ? html`<p class="hint" id="hint">${device.check}</p>` : null}
<button>${proceed}</button>
</form>`,
  })
}

/** How the question of a device ended. */
export const deviceOutcomes = ['allowed', 'denied', 'late'] as const
export type DeviceOutcome = (typeof deviceOutcomes)[number]

export const deviceOutcomePage = (style: Style, outcome: DeviceOutcome): WebAnswer => {
  const { device } = style.texts
  const title = device[`${outcome}Title`]
  return plainPage(style, {
    title,
    body: html`<h1>${title}</h1>
<p>${device[outcome]}</p>`,
  })
}
