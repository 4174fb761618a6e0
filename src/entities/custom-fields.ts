// Declares the fields that the records of all custom entities have.
import { through } from '../fields/kinds/particular/through.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { secAccess } from '../fields/kinds/sec-access.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'

export const customFields = {
  CustomSetupKey: keyTo({
    doc: 'The entity that it is a record of.',
    to: 'CustomSetup',
    required: true,
    fixed: true,
    optionSource: { records: 'CustomSetup' },
  }),
  CustomSetup: record({
    doc: 'The entity that it is a record of, as a record.',
    to: 'CustomSetup',
    via: 'custom_setup_key',
  }),
  Type: through({
    doc: '`Custom:` and the TAG of its entity, by which fields apply to it.',
    computed: true,
    via: 'custom_setup_key',
    to: 'CustomSetup',
    field: text({ doc: '', max: 60 }),
    theirColumn: 'record_type',
  }),
  Name: text({ doc: 'Name.', max: 255, required: true }),
  Owner: user({ doc: 'The user who is responsible; the caller when it is left out.' }),
  SecAccess: secAccess({ doc: 'Who may read and who may write it.' }),
}
