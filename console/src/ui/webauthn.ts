// Turns the options of the server into those of the browser's WebAuthn, and the passkey that it makes into JSON.

type ServerCredential = Omit<PublicKeyCredentialDescriptor, 'id'> & { readonly id: string }

export interface ServerOptions
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  readonly challenge: string
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials: readonly ServerCredential[]
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, letter => letter.charCodeAt(0))
}

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const creationOf = (options: ServerOptions): PublicKeyCredentialCreationOptions => ({
  ...options,
  challenge: bytes(options.challenge),
  user: { ...options.user, id: bytes(options.user.id) },
  excludeCredentials: options.excludeCredentials.map(one => ({ ...one, id: bytes(one.id) })),
})

/** What the server is answered: the new credential in base64url. */
export function answerOf({ id, type, response }: PublicKeyCredential): object {
  const { clientDataJSON, attestationObject, getTransports } = response as AuthenticatorAttestationResponse
  return {
    id,
    rawId: id,
    type,
    response: {
      clientDataJSON: base64url(clientDataJSON),
      attestationObject: base64url(attestationObject),
      transports: getTransports?.call(response) ?? [],
    },
    clientExtensionResults: {},
  }
}

/** Asks the browser to make a passkey; null when the person cancelled, or the browser has one for this account already. */
export async function makePasskey(options: ServerOptions): Promise<object | null> {
  try {
    const made = await navigator.credentials.create({ publicKey: creationOf(options) })
    return made && answerOf(made as PublicKeyCredential)
  } catch {
    return null
  }
}

/** Whether this browser can use passkeys on this page. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && globalThis.isSecureContext
