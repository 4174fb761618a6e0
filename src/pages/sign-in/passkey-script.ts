// Holds the script that asks the browser for a passkey, or to make one.

/** Without it people use their other proofs. It sends nothing but the form of the passkey. */
export const passkeyScript = `
const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
const base64url = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const known = list => (list || []).map(one => ({ ...one, id: bytes(one.id) }))
let asking = null
async function ask(form, options, more) {
  if (asking) asking.abort()
  asking = new AbortController()
  const publicKey = { ...options, challenge: bytes(options.challenge) }
  for (const name of ['allowCredentials', 'excludeCredentials']) if (options[name]) publicKey[name] = known(options[name])
  if (options.user) publicKey.user = { ...options.user, id: bytes(options.user.id) }
  const question = { publicKey, signal: asking.signal, ...more }
  const made = await (options.user ? navigator.credentials.create(question) : navigator.credentials.get(question))
  const response = {}
  for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'])
    if (made.response[name]) response[name] = base64url(made.response[name])
  if (made.response.getTransports) response.transports = made.response.getTransports()
  const { id, type } = made
  form.elements.answer.value = JSON.stringify({ id, rawId: id, type, response, clientExtensionResults: {} })
  form.submit()
}
for (const form of document.querySelectorAll('[data-passkey]')) {
  if (!window.PublicKeyCredential) continue
  const { options, conditional } = JSON.parse(form.dataset.passkey)
  const failed = form.querySelector('[role=alert]')
  form.hidden = false
  for (const other of document.querySelectorAll('[data-without-passkey]')) other.hidden = true
  form.querySelector('button').addEventListener('click', () => {
    failed.hidden = true
    ask(form, options).catch(error => { failed.hidden = error.name === 'AbortError' })
  })
  const can = PublicKeyCredential.isConditionalMediationAvailable
  if (conditional && can)
    can.call(PublicKeyCredential).then(yes => yes && ask(form, options, { mediation: 'conditional' })).catch(() => {})
}
`
