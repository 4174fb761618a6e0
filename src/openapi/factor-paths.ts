// Builds the paths of second factors: those of the caller, the policy, and the reset of a user.
import { factorModes } from '../factors/policy.ts'
import { done } from './account-paths.ts'
import { body, dataOperation, inPath, inQuery, type Paths, titled } from './parts.ts'
import { dateTime, listOf, object, text } from './schema.ts'

const tags = ['Authorization']
const mode = { type: 'string', enum: [...factorModes] }
const days = { type: 'integer', minimum: 0, maximum: 365 }
const maybeMoment = { type: ['string', 'null'], format: 'date-time' }
const codes = { RecoveryCodes: listOf(text) }

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
      delete: dataOperation('write', done({}), own('removeTotp', 'Remove the app and the recovery codes')),
    },
    [`${auth}/v1/factors/recovery-codes`]: {
      post: dataOperation('write', done(codes), own('newRecoveryCodes', 'Replace the recovery codes')),
    },
    [`${auth}/v1/factors/users/{uid}`]: {
      delete: dataOperation('write', done({}), {
        ...titled('resetFactors', tags, 'Reset the second factors of a user'),
        description:
          'For administrators, by a session of the console after a recent sign-in. The history of the user has it.',
        parameters: [inPath('uid', 'The Uid of a user.', '<uid>')],
      }),
    },
    [`${auth}/v1/factor-policy`]: {
      get: dataOperation('read', done({ Mode: mode, GraceDays: days, Since: maybeMoment }), {
        ...titled('readFactorPolicy', tags, 'See the policy of second factors'),
        description: 'For administrators.',
      }),
      put: dataOperation('write', done({}), {
        ...titled('setFactorPolicy', tags, 'Set the policy of second factors'),
        description:
          'For administrators, by a session of the console after a recent sign-in. The grace period begins with a new Mode.',
        requestBody: body(object({ Mode: mode, GraceDays: days }, ['Mode']), {
          example: { value: { Mode: 'required', GraceDays: 14 } },
        }),
      }),
    },
  }
}
