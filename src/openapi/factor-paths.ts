// Builds the paths of second factors: those of the caller with passkeys, the policy, and the reset of a user.
import { factorModes, passkeyUses } from '../factors/policy.ts'
import { done } from './account-paths.ts'
import { body, dataOperation, inPath, inQuery, type Paths, titled } from './parts.ts'
import { dateTime, listOf, object, text } from './schema.ts'

const tags = ['Authorization']
const mode = { type: 'string', enum: [...factorModes] }
const days = { type: 'integer', minimum: 0, maximum: 365 }
const maybeMoment = { type: ['string', 'null'], format: 'date-time' }
const codes = { RecoveryCodes: listOf(text) }
const passkeyUse = {
  type: 'string',
  enum: [...passkeyUses],
  description: 'What passkeys are for: not used, a second factor after the password, or enough alone.',
}
const webauthn = { type: 'object', additionalProperties: true }
const passkey = object({ Id: text, Name: text, Created: dateTime, Used: maybeMoment }, [
  'Id',
  'Name',
  'Created',
  'Used',
])

const address = {
  type: ['string', 'null'],
  description: 'Where browsers have passkeys; null where the public address has no name, or no https.',
}

type Own = (id: string, summary: string) => ReturnType<typeof titled> & { readonly description: string }

function passkeyPaths(path: string, own: Own): Paths {
  const answer = object({ Answer: webauthn, Name: text }, ['Answer'])
  const id = { parameters: [inPath('id', 'The Id of a passkey.', '<id>')] }
  return {
    [path]: {
      post: dataOperation(
        'write',
        done({ Options: webauthn }),
        own('beginPasskey', 'Begin to set up a passkey; answered with the options for navigator.credentials.create'),
      ),
      put: dataOperation('write', done({ Id: text, RecoveryCodes: { type: ['array', 'null'], items: text } }), {
        ...own('setPasskey', 'Set up the passkey by what the browser answered; the first factor brings recovery codes'),
        requestBody: body(answer, { example: { value: { Answer: { id: 'bm90IHJlYWw' }, Name: 'Laptop' } } }),
      }),
    },
    [`${path}/{id}`]: {
      patch: dataOperation('write', done({}), {
        ...own('renamePasskey', 'Rename a passkey'),
        ...id,
        requestBody: body(object({ Name: text }, ['Name']), { example: { value: { Name: 'Laptop' } } }),
      }),
      delete: dataOperation('write', done({}), { ...own('removePasskey', 'Remove a passkey'), ...id }),
    },
  }
}

export function factorPaths(auth: string): Paths {
  const own = (id: string, summary: string) => ({
    ...titled(id, tags, summary),
    description: 'For a session of the console after a recent sign-in.',
  })
  const standing = {
    Mode: mode,
    RequiredFrom: {
      ...maybeMoment,
      description: 'From when the policy requires a factor of the user; null when it does not.',
    },
    Totp: { oneOf: [object({ Created: dateTime }, ['Created']), { type: 'null' }] },
    RecoveryCodes: { type: 'integer', description: 'How many are left.' },
    PasskeyUse: passkeyUse,
    Passkeys: listOf(passkey),
  }
  const enrollment = object({ Setup: text, Code: text }, ['Setup', 'Code'])
  return {
    [`${auth}/v1/factors`]: {
      get: dataOperation('read', done(standing), {
        ...titled('readFactors', tags, 'See one’s second factors, and whether they are required'),
        parameters: [inQuery('user', text, 'The Uid of another user; for administrators.')],
      }),
    },
    [`${auth}/v1/factors/totp`]: {
      post: dataOperation(
        'write',
        done({ Secret: text, Uri: text, Qr: { ...text, description: 'SVG.' }, Setup: text }),
        own('beginTotp', 'Begin to set up an authenticator app'),
      ),
      put: dataOperation('write', done(codes), {
        ...own('setTotp', 'Set up the app by a code that it shows; answered with the recovery codes'),
        requestBody: body(enrollment, { example: { value: { Setup: 'bm90IHJlYWw', Code: '123456' } } }),
      }),
      delete: dataOperation(
        'write',
        done({}),
        own('removeTotp', 'Remove the app; the recovery codes go with the last factor'),
      ),
    },
    ...passkeyPaths(`${auth}/v1/factors/passkeys`, own),
    [`${auth}/v1/factors/recovery-codes`]: {
      post: dataOperation('write', done(codes), own('newRecoveryCodes', 'Replace the recovery codes')),
    },
    [`${auth}/v1/factors/users/{uid}`]: {
      delete: dataOperation('write', done({}), {
        ...titled('resetFactors', tags, 'Reset the second factors of a user, passkeys too'),
        description:
          'For administrators, by a session of the console after a recent sign-in. The history of the user has it, and a mail tells the user.',
        parameters: [inPath('uid', 'The Uid of a user.', '<uid>')],
      }),
    },
    ...policyPaths(auth),
  }
}

const policyPaths = (auth: string): Paths => ({
  [`${auth}/v1/factor-policy`]: {
    get: dataOperation(
      'read',
      done({ Mode: mode, GraceDays: days, Passkeys: passkeyUse, Since: maybeMoment, Address: address }),
      {
        ...titled('readFactorPolicy', tags, 'See the policy of second factors'),
        description: 'For administrators.',
      },
    ),
    put: dataOperation('write', done({}), {
      ...titled('setFactorPolicy', tags, 'Set the policy of second factors'),
      description:
        'For administrators, by a session of the console after a recent sign-in. The grace period begins with a new Mode.',
      requestBody: body(object({ Mode: mode, GraceDays: days, Passkeys: passkeyUse }, ['Mode']), {
        example: { value: { Mode: 'required', GraceDays: 14, Passkeys: 'factor' } },
      }),
    }),
  },
})
