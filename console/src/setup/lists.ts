// Declares the areas of the set-up that are a list of records of one entity.
import type { Body } from '../api/envelope.ts'
import { neededConditions } from '../api/names.ts'
import type { AreaName } from './areas.ts'

/** The records of an entity that meet a condition. */
interface RecordUse {
  readonly entity: string
  readonly query: Body
}

/** A list of records of one entity, with a form made from its Schema. */
export interface ListSpec {
  readonly entity: string
  /** The columns of the list; the first leads to the form. */
  readonly columns: readonly string[]
  /** The fields of the form, in its order; those of Create alone are left out for a record that is there. */
  readonly form: readonly string[]
  readonly order: string
  /** A condition that the entity wants of every Read. */
  readonly query?: Body | undefined
  /** The records that use one: a condition on its key. */
  readonly use?: (key: string, row: Body) => readonly RecordUse[]
  /** Changes need a recent sign-in. */
  readonly fresh?: boolean
  readonly canCreate?: boolean
  /** The values of a new record until the person changes them, in the form of a Read. */
  readonly initial?: Body
}

const taggedEntities = ['AbEntry', 'Opportunity', 'Case', 'Lead']

export const lists: Readonly<Partial<Record<AreaName, ListSpec>>> = {
  users: {
    entity: 'User',
    columns: ['DisplayName', 'Uid', 'Email', 'Admin', 'Enabled', 'Groups'],
    form: [
      ...['Uid', 'FirstName', 'LastName', 'DisplayName', 'Email', 'Admin', 'Enabled', 'SsoOnly', 'Groups'],
      ...['Culture', 'TimeZone', 'Password'],
    ],
    order: 'DisplayName',
    use: key => [{ entity: 'AbEntry', query: { 'AccountManager/Key': { $EQ: key } } }],
    fresh: true,
    initial: { Enabled: { Value: true } },
  },
  groups: {
    entity: 'SecurityGroup',
    columns: ['Name', 'Members'],
    form: ['Name', 'Members'],
    order: 'Name',
    use: key => [{ entity: 'User', query: { 'Groups/Key': { $EQ: key } } }],
  },
  teams: {
    entity: 'SalesTeam',
    columns: ['DisplayName', 'Members'],
    form: ['DisplayName', 'Members'],
    order: 'DisplayName',
    use: key => [{ entity: 'Opportunity', query: { SalesTeamKey: { $EQ: key } } }],
  },
  territories: {
    entity: 'Territory',
    columns: ['Name', 'AccountManager', 'Active', 'SortOrder'],
    form: ['Name', 'AccountManager', 'Active', 'SortOrder'],
    order: 'SortOrder',
    use: key => [{ entity: 'AbEntry', query: { TerritoryKey: { $EQ: key } } }],
    initial: { Active: { Value: true } },
  },
  custom: {
    entity: 'CustomSetup',
    columns: ['Name', 'PluralName', 'TAG', 'ParentEntity'],
    form: ['Name', 'PluralName', 'TAG', 'ParentEntity', 'Icon'],
    order: 'Name',
    use: key => ['Custom', 'CustomChild'].map(entity => ({ entity, query: { CustomSetupKey: { $EQ: key } } })),
  },
  tags: {
    entity: 'Tag',
    columns: ['Name', 'Color', 'Creator', 'CreationDate'],
    form: ['Name', 'Color'],
    order: 'Name',
    use: key => taggedEntities.map(entity => ({ entity, query: { 'Tags/Key': { $EQ: key } } })),
    initial: { Color: { Key: 'Gray', DisplayValue: 'Gray' } },
  },
  'mail-templates': {
    entity: 'MailTemplate',
    columns: ['Name', 'EntityType', 'Subject'],
    form: ['Name', 'EntityType', 'Subject', 'Text', 'Language'],
    order: 'Name',
    use: key => [{ entity: 'WorkflowAction', query: { MailTemplateKey: { $EQ: key } } }],
    initial: { EntityType: { Key: '1', DisplayValue: 'AddressBook' } },
  },
  unsubscribed: {
    entity: 'MailSuppression',
    columns: ['Email', 'Reason', 'CreationDate'],
    form: ['Email'],
    order: 'Email',
  },
  currencies: {
    entity: 'CurrencyRate',
    columns: ['CurrencyCode', 'Description', 'Rate', 'EffectiveDate'],
    form: ['CurrencyCode', 'Description', 'Rate', 'EffectiveDate'],
    order: 'CurrencyCode',
    use: (_key, row) => [
      {
        entity: 'Opportunity',
        query: { 'ForecastRevenue/CurrencyCode': { $EQ: codeOf(row.CurrencyCode) } },
      },
    ],
  },
  columns: {
    entity: 'ColumnSetup',
    columns: ['Name', 'EntityType', 'LastModifyDate'],
    form: ['Name'],
    order: 'Name',
    query: neededConditions.ColumnSetup,
    canCreate: false,
  },
}

/** A code may come as a text, or as an option. */
function codeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { Key, Code, Value } = value as Body
  return Code ?? Key ?? Value
}
