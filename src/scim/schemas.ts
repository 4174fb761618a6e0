// Describes the SCIM server to providers: its features, kinds of resources and schemas (RFC 7643, 5 to 8).
import { groupSchema } from './group-resource.ts'
import type { Json } from './json.ts'
import { pageLimits } from './list.ts'
import { enterpriseSchema, offboardingSchema, userSchema } from './user-resource.ts'

const coreSchemas = 'urn:ietf:params:scim:schemas:core:2.0'

export const providerConfig = (base: string): Json => ({
  schemas: [`${coreSchemas}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: pageLimits.most },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator makes in the console, in the Authorization header.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string): readonly Json[] => {
  const type = (name: string, schema: string, schemaExtensions: readonly Json[]): Json => ({
    schemas: [`${coreSchemas}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    schemaExtensions,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  })
  const extensions = [enterpriseSchema, offboardingSchema].map(schema => ({ schema, required: false }))
  return [type('User', userSchema, extensions), type('Group', groupSchema, [])]
}

type AttributeFacts = Partial<{
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime' | 'integer'
  description: string
  required: boolean
  caseExact: boolean
  multiValued: boolean
  mutability: 'readWrite' | 'readOnly'
  uniqueness: 'none' | 'server'
  subAttributes: readonly Json[]
  referenceTypes: readonly string[]
}>

const attribute = (name: string, description: string, facts: AttributeFacts = {}): Json => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...facts,
})

const readOnly = { mutability: 'readOnly' } as const
const reference = (to: string) => ({ type: 'reference', referenceTypes: [to], ...readOnly }) as const

const userParts: readonly Json[] = [
  attribute('userName', 'The name by which the provider knows the user.', { required: true, uniqueness: 'server' }),
  attribute('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name.'),
      attribute('familyName', 'Last name.'),
      attribute('givenName', 'First name.'),
    ],
  }),
  attribute('displayName', 'The name shown.'),
  attribute('emails', 'The address with which the user signs in, one of the type work.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address.'),
      attribute('type', 'Always work.'),
      attribute('primary', 'Always true.', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'The user may sign in. False off-boards the user.', { type: 'boolean' }),
  attribute('locale', 'Language and formats, such as en-US.'),
  attribute('preferredLanguage', 'Taken when there is no locale.'),
  attribute('timezone', 'IANA time zone.'),
  attribute('groups', 'The groups of the user.', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The id of the group.', readOnly),
      attribute('display', 'The name of the group.', readOnly),
      attribute('type', 'Always direct.', readOnly),
      attribute('$ref', 'The address of the group.', reference('Group')),
    ],
  }),
]

const personParts = (what: string): readonly Json[] => [
  attribute('value', `The id of the ${what}.`),
  attribute('displayName', `The name of the ${what}.`, readOnly),
  attribute('$ref', `The address of the ${what}.`, reference('User')),
]

const groupParts: readonly Json[] = [
  attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
  attribute('members', 'The users of the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user.'),
      attribute('display', 'The name of the user.', readOnly),
      attribute('type', 'Always User.', readOnly),
      attribute('$ref', 'The address of the user.', reference('User')),
    ],
  }),
]

export const schemas = (base: string): readonly Json[] => {
  const schema = (id: string, name: string, description: string, attributes: readonly Json[]): Json => ({
    schemas: [`${coreSchemas}:Schema`],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  const externalId = attribute('externalId', 'The id of the resource at the provider.', {
    caseExact: true,
    uniqueness: 'server',
  })
  return [
    schema(userSchema, 'User', 'A user of the database.', [...userParts, externalId]),
    schema(groupSchema, 'Group', 'A security group of the database.', [...groupParts, externalId]),
    schema(enterpriseSchema, 'EnterpriseUser', 'What a company says of a user.', [
      attribute('manager', 'To whom the user reports.', { type: 'complex', subAttributes: personParts('manager') }),
    ]),
    schema(offboardingSchema, 'Offboarding', 'Who takes over the records of a user who has left.', [
      attribute('successor', 'Who takes over; null without one.', {
        type: 'complex',
        ...readOnly,
        subAttributes: personParts('successor'),
      }),
      attribute('records', 'How many records are handed over, in the answer that off-boards.', {
        type: 'integer',
        ...readOnly,
      }),
    ]),
  ]
}
