// Builds the path that converts leads.
import { heads, targetNames } from '../operations/convert/conversion-request.ts'
import { settings } from './entity-paths.ts'
import { body, dataOperation, type Paths, parameter, titled } from './parts.ts'
import { flag, listOf, object, openObject, type Schema, text, zero } from './schema.ts'

const ofTargets = (schema: (name: string) => Schema): Schema =>
  Object.fromEntries(targetNames.map(name => [name, schema(name)]))

const rule = object(
  {
    Destination: { ...text, description: 'A field of the new record.' },
    Source: { ...text, description: 'The field of the lead that it takes.' },
  },
  ['Destination', 'Source'],
)

const target = ofTargets(() => ({
  ...openObject,
  description: 'The fields to write. An entry that exists is taken by its Key alone.',
}))

const payload = object(
  {
    Data: object(
      {
        Source: object({
          Lead: {
            ...openObject,
            required: ['Key'],
            properties: { Key: text },
            description: 'The lead, and values for Rules that take the place of stored ones.',
          },
        }),
        Target: object(target, [], {
          description: `What the lead becomes, with one of ${heads.join(', ')}. Without entries a lead with a company becomes a Company and a Contact, another an Individual.`,
        }),
        Rules: object(ofTargets(() => listOf(rule))),
      },
      ['Source'],
    ),
    Options: object({
      CopyNotes: { ...flag, description: 'False leaves the notes with the lead.' },
      CopyDocuments: { ...flag, description: 'False leaves the documents with the lead.' },
      WarnDuplicates: { ...flag, description: 'Refuses the conversion where a new entry resembles another one.' },
    }),
  },
  ['Data'],
)

const answer = object(ofTargets(() => object({ Key: text }, ['Key'])))

export const payloadPaths = (api: string): Paths => ({
  [`${api}/PayloadExecute`]: {
    post: dataOperation(
      'write',
      object({ Code: zero, Payload: object({ Data: answer }, ['Data']) }, ['Code', 'Payload']),
      {
        ...titled('PayloadExecute', ['Lead'], 'Convert a lead to an entry, and to an opportunity'),
        description: 'In one transaction. Restore of the key of the lead undoes it while what was made is unchanged.',
        parameters: [parameter('RequestId'), parameter('IdempotencyKey')],
        requestBody: body(object({ Payload: payload, ...settings }, ['Payload']), {
          example: {
            value: {
              Payload: {
                Data: {
                  Source: { Lead: { Key: '<lead-1>' } },
                  Target: { Company: {}, Contact: { Position: 'Owner' }, Opportunity: { Objective: 'First order' } },
                },
              },
            },
          },
        }),
      },
    ),
  },
})
