// Holds the example record of each entity, which the documents and the OpenAPI document show, and which tests send.
import { encodeKey } from '../fields/record-key.ts'

export type Data = Readonly<Record<string, unknown>>

export interface EntityExample {
  /** An upload comes first, whose BinaryDataId is `<upload>`. */
  readonly upload?: boolean
  /** Entities whose examples come first, since the record refers to them: `<folder-1>`. */
  readonly after?: readonly string[]
  /** The record that Create sends; the mandatory fields when it is left out. */
  readonly create?: Data
  /** The fields of the Read; those that Create sends when it is left out. */
  readonly fields?: readonly string[]
  /** The fields of the Update; the first one of Create that can be changed when it is left out. */
  readonly update?: Data
  /** The key of the record; that of the new record when it is left out. */
  readonly key?: string
  /** The condition of the Read; the key of the new record when it is left out. */
  readonly criteria?: Data
  /** Requests that make the record, after those of `after`. */
  readonly made?: readonly { readonly operation: string; readonly body: Data }[]
}

/**
 * By entity. A name such as `<lakeside>` stands for the key of a record of `scripts/docs/examples/world.ts`; keys of new records are
 * named after their entity, `<ab-entry-1>`. An entity that is not here has an example of its mandatory fields.
 */
export const examples: Readonly<Record<string, EntityExample>> = {
  AbEntry: {
    create: {
      Type: 'Company',
      CompanyName: 'Northwind Traders',
      Phone1: { Number: '+1 613 555 0134', Description: 'Main' },
      Email1: { Address: 'info@northwind.example', Description: 'Office' },
      Website: 'https://www.northwind.example',
      Address: { AddressLine1: '12 Bank Street', City: 'Ottawa', ZipCode: 'K1P 5N2', Country: 'Canada' },
    },
  },
  Activity: {
    after: ['Task'],
    fields: ['Key', 'TaskKey', 'Subject', 'StartDate'],
    criteria: { TaskKey: { $EQ: '<task-1>' } },
  },
  Address: {
    create: {
      ParentKey: '<lakeside>',
      Description: 'Warehouse',
      AddressLine1: '400 Dock Road',
      City: 'Halifax',
      Country: 'Canada',
      Default: false,
    },
  },
  Application: { create: { Name: 'Nightly sync', RedirectUri: 'https://sync.example/callback', Public: false } },
  Appointment: {
    create: {
      Subject: 'Quarterly review',
      StartDate: '2026-03-24T14:00:00Z',
      EndDate: '2026-03-24T15:00:00Z',
      Location: 'Room 4',
      AbEntries: ['<lakeside>'],
    },
  },
  Campaign: {
    create: { Name: 'Autumn catalogue', Type: '15', StartDate: '2026-09-15T00:00:00Z', Cost: 1500 },
  },
  CampaignSubscriber: {
    create: { Key: '<lakeside>', ParentKey: '<spring-fair>', NextDate: '2026-04-01T09:00:00Z' },
    criteria: { ParentKey: { $EQ: '<spring-fair>' } },
  },
  Case: { create: { AbEntryKey: '<lakeside>', Subject: 'The delivery is late', Priority: '57902' } },
  ColumnSetup: {
    update: { Name: 'Leads' },
    fields: ['Key', 'Name', 'EntityType', 'Columns'],
    criteria: { EntityType: { $EQ: 19 } },
  },
  CurrencyRate: {
    create: { CurrencyCode: 'CAD', Description: 'Canadian dollar', Rate: 1.36, EffectiveDate: '2026-03-01' },
  },
  Custom: {
    create: { CustomSetupKey: '<vehicles>', Name: 'Delivery van 3', Owner: { Uid: 'BEN' } },
    criteria: { CustomSetupKey: { $EQ: '<vehicles>' } },
  },
  CustomChild: {
    create: { CustomSetupKey: '<contracts>', ParentKey: '<lakeside>', Name: 'Lease of the ovens' },
    criteria: { ParentKey: { $EQ: '<lakeside>' } },
  },
  CustomSetup: { create: { Name: 'Machine', PluralName: 'Machines', TAG: 'Machine', Icon: 'tools' } },
  Document: {
    upload: true,
    create: { ParentKey: '<lakeside>', Name: 'Price list', Ext: 'txt', Type: 1, BinaryDataId: '<upload>' },
  },
  DocumentLibrary: {
    upload: true,
    after: ['Folder'],
    create: { Name: 'Letterhead', Ext: 'txt', Type: 8, FolderKey: '<folder-1>', BinaryDataId: '<upload>' },
  },
  FavoriteList: { create: { Name: 'Key accounts', EntityType: 1, MemberKeys: ['<lakeside>', '<harbour>'] } },
  Folder: { create: { Name: 'Templates', AppliesTo: ['DocumentLibrary'] } },
  History: {
    fields: ['Key', 'ParentKey', 'DateTime', 'User', 'Application', 'Operation', 'Changes'],
    criteria: { ParentKey: { $EQ: '<mail>' } },
  },
  Interaction: {
    create: {
      AbEntryKey: '<lakeside>',
      Type: '60001',
      Subject: 'Asked for a quote',
      Direction: 1,
      StartDate: '2026-03-09T08:30:00Z',
      Duration: 15,
    },
  },
  KeyFieldDefinition: {
    after: ['KeyFieldList'],
    create: {
      ParentKey: '<key-field-list-1>',
      EntityType: 1,
      Name: 'Customers',
      Layout: [{ Name: 'Name and phone', ColumnNo: 0, Element: [{ ID: 'FullName' }, { ID: null }, { ID: 'Phone' }] }],
    },
  },
  KeyFieldList: { create: { Name: 'What the front desk needs' } },
  Lead: { create: { CompanyName: 'Fabrikam', FirstName: 'Ada', LastName: 'Byron', Email: 'ada@fabrikam.example' } },
  Note: { create: { ParentKey: '<lakeside>', Text: 'They open at ten.', Important: true } },
  Opportunity: {
    create: {
      AbEntryKey: '<lakeside>',
      Objective: 'Sell the starter package',
      ForecastRevenue: { Value: 12000, CurrencyCode: 'USD' },
      CloseDate: '2026-06-30',
      SalesProcessSetupKey: '<standard-sales-process>',
      SalesStageSetupKey: '<qualification>',
    },
  },
  Notification: {
    fields: ['Key', 'Kind', 'Record', 'By', 'DateTime', 'Read'],
    update: { Read: true },
  },
  Preference: { create: { Name: 'theme', Value: { dark: true } }, update: { Value: { dark: false } } },
  View: {
    create: {
      Entity: 'AbEntry',
      Name: 'Customers in Ottawa',
      Columns: [{ Field: 'FullName', Width: 240 }, { Field: 'Address/City' }],
      Criteria: { SearchQuery: { 'Address/City': { $EQ: 'Ottawa' } } },
      OrderBy: [{ FullName: 'ASC' }],
      Shared: true,
    },
    update: { Locked: true },
  },
  PersonalAccessToken: { create: { Name: 'Nightly report', Scope: 'data.readonly' } },
  ProcessSetup: { create: { EntityType: 19, Name: 'Web leads' } },
  ProcessStageSetup: {
    after: ['ProcessSetup'],
    create: { ProcessSetupKey: '<process-setup-1>', Name: 'First call', TargetAge: 2 },
  },
  RelatedEntry: {
    create: { FromKey: '<lakeside>', ToKey: '<harbour>', RelationType: '60002', Description: 'Supplies the bread' },
  },
  RequestCapture: { create: { Until: null } },
  RequestLog: {
    fields: ['Time', 'User', 'Application', 'Operation', 'Entity', 'Status', 'Codes', 'Milliseconds', 'RequestId'],
    criteria: { Status: { $GE: 500 } },
  },
  Resource: { create: { Name: 'Projector' } },
  SalesProcessSetup: { create: { Description: 'Renewals' } },
  SalesStage: {
    fields: ['Key', 'OpportunityKey', 'SalesStageSetupKey', 'Current'],
    criteria: { OpportunityKey: { $EQ: '<ovens>' } },
  },
  SalesStageSetup: {
    create: {
      SalesProcessSetupKey: '<standard-sales-process>',
      Description: 'Trial',
      ProbabilityClose: 60,
      TargetAge: 14,
    },
  },
  SalesTeam: { create: { DisplayName: 'Key accounts', Members: [{ Key: { Uid: 'BEN' }, Role: 1 }] } },
  SecurityGroup: { create: { Name: 'Sales', Members: [{ Uid: 'BEN' }] } },
  SignIn: {
    fields: ['Key', 'Time', 'User', 'Outcome', 'Reason', 'Proofs', 'Application', 'Address', 'Agent', 'NewDevice'],
  },
  Task: {
    create: {
      AbEntryKey: '<lakeside>',
      Activity: 'Renew the contract',
      DateTime: '2026-04-01T09:00:00Z',
      Recurrence: {
        Pattern: { Type: 'absoluteYearly', Interval: 1, DayOfMonth: 1, Month: 4 },
        Range: { StartDate: '2026-04-01' },
      },
    },
  },
  Tag: { create: { Name: 'Key account', Color: 'Purple' } },
  Territory: { create: { Name: 'West', AccountManager: { Uid: 'BEN' } } },
  User: {
    create: { Uid: 'ADA', FirstName: 'Ada', LastName: 'Byron', Email: 'ada@northwind.example', Culture: 'en-CA' },
    criteria: { Uid: { $EQ: 'ADA' } },
    update: { Culture: 'fr-CA' },
    key: encodeKey('User', 'ADA'),
  },
  Workflow: { create: { Name: 'Welcome a customer', Description: 'The first weeks.' } },
  WorkflowAction: {
    after: ['WorkflowTaskTemplate'],
    create: {
      ParentWorkflowKey: '<workflow-task-template-1>',
      Action: 3,
      Operations: [{ FieldName: 'AbEntry/LastContactDate', Type: 1, Data: '$TODAY()' }],
    },
    update: { Conditions: { 'AbEntry/Address/City': { $EQ: 'Ottawa' } } },
  },
  MailSuppression: { create: { Email: 'no-mail@lakeside.example' } },
  MailTemplate: {
    create: {
      Name: 'Thank you',
      Subject: 'Thank you, {{AbEntry/FullName}}',
      Text: 'Dear {{AbEntry/FirstName|customer}},\n\nthank you for your order.',
    },
  },
  WorkflowDelivery: {
    after: ['WorkflowInstance', 'MailTemplate'],
    made: [
      {
        operation: 'Create',
        body: {
          WorkflowAction: {
            Data: {
              ParentWorkflowKey: '<workflow-1>',
              Action: 4,
              MailTemplateKey: '<mail-template-1>',
              MailTo: 'Creator',
            },
          },
        },
      },
      {
        operation: 'WorkflowSkip',
        body: { WorkflowInstance: { Data: { Key: '<workflow-instance-1>' } } },
      },
    ],
    fields: ['Key', 'Kind', 'Recipient', 'Subject', 'ParentKey'],
    criteria: { ParentKey: { $EQ: '<lakeside>' } },
  },
  WorkflowInstance: {
    after: ['WorkflowTaskTemplate'],
    made: [
      {
        operation: 'WorkflowStart',
        body: { Workflow: { Data: { Key: '<workflow-1>', ParentKey: '<lakeside>' } } },
      },
    ],
    fields: ['Key', 'WorkflowKey', 'WorkflowTaskTemplateKey', 'ParentKey', 'Status', 'DisplayValue'],
    criteria: { ParentKey: { $EQ: '<lakeside>' } },
  },
  WorkflowStage: {
    create: { WorkflowKey: '<onboarding>', Name: 'The first week', Sequence: 1 },
  },
  WorkflowTaskTemplate: {
    after: ['Workflow'],
    create: {
      WorkflowKey: '<workflow-1>',
      Sequence: 1,
      Subject: 'Call and ask how the delivery went',
      AssignedToExpression: 'AccountManager',
      DateOffsetValue: 3,
      DateOffsetUnit: 3,
      Time: '1900-01-01T09:00:00Z',
    },
  },
  Schema: {
    create: { Name: 'Size', Type: 'EnumField<StringItem>', AppliesTo: ['Company'], Items: [{ Value: 'Small' }] },
    fields: ['Key', 'Name', 'Type'],
    criteria: { Key: { $TREE: '/AbEntry/Udf' } },
    update: { Description: 'How large the company is' },
    key: '/AbEntry/Udf/$NAME(Size)',
  },
}
