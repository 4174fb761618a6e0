// Renders the form by which a browser answers with a passkey.
import { type Html, html } from '../../base/text/html.ts'
import { csrfField, type PageFrame } from './layout.ts'
import type { Texts } from './texts/en.ts'

export interface PasskeyQuestion {
  /** The options of WebAuthn, as JSON; with a member `user` they make a passkey, else they ask for one. */
  readonly options: object
  /** The browser also suggests passkeys in the field of the e-mail. */
  readonly conditional?: boolean
}

interface PasskeyForm {
  readonly question: PasskeyQuestion
  readonly action: string
  readonly label: string
  readonly hint?: string
  /** The hidden field that proves the form to be ours; absent where the address does. */
  readonly field?: Html
  /** There is another way above it on the page. Where there is none, the page says when the browser cannot use passkeys. */
  readonly isSecond: boolean
}

/** The form is hidden until the script runs in a browser that can use passkeys. */
export const passkeyForm = (
  { passkey, password }: Texts,
  { question, action, label, hint, field, isSecond }: PasskeyForm,
): Html => html`<form method="post" action="${action}" data-passkey="${JSON.stringify(question)}" hidden>${field ?? null}
<input type="hidden" name="answer">
${isSecond ? html`<p class="or">${password.or}</p>` : null}
${hint === undefined ? null : html`<p class="hint">${hint}</p>`}
<button type="button"${isSecond ? html` class="second"` : null}>${label}</button>
<p class="error" role="alert" hidden>${passkey.notGiven}</p>
</form>
${isSecond ? null : html`<p class="hint" data-without-passkey>${passkey.unavailable}</p>`}`

/** The form by which a step of an attempt takes a passkey. */
export const attemptPasskey = (
  frame: PageFrame,
  question: PasskeyQuestion | null,
  isSecond = true,
  [step, label, hint]: readonly [step: string, label: string, hint?: string] = ['passkey', frame.texts.passkey.use],
): Html | null => {
  if (!question) return null
  const form = { question, action: `${frame.path}/${step}`, label, field: csrfField(frame), isSecond }
  return passkeyForm(frame.texts, hint === undefined ? form : { ...form, hint })
}
