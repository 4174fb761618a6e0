// Registers every error code of the data API.

/** Stable negative numbers for programs. The reference is generated from this table. */
export const errorRegistry = {
  // Requests as a whole
  UnparsableBody: { code: -1000, doc: 'The body is not JSON, not even with comments and trailing commas removed.' },
  InvalidRequest: { code: -1001, doc: 'A member of the request is missing, repeated, or has the wrong shape.' },
  UnknownEntity: { code: -1002, doc: 'The request names an entity that does not exist.' },
  UnsupportedOperation: { code: -1003, doc: 'The entity does not take part in this operation.' },
  UnsupportedVersion: { code: -1004, doc: 'Compatibility asks for a version that this server does not have.' },
  WrongDriver: { code: -1005, doc: 'Configuration.Drivers names an implementation that the interface does not have.' },
  DriverRequired: { code: -1006, doc: 'What was asked for needs a driver in Configuration.Drivers.' },
  LimitExceeded: { code: -1007, doc: 'The request is over one of the limits; the message names it.' },
  QueryTimeout: { code: -1008, doc: 'The query ran longer than the limit and was ended.' },
  UnknownCulture: { code: -1009, doc: 'Globalization names a culture or a time zone that does not exist.' },
  NotFound: { code: -1010, doc: 'No such path.' },
  MethodNotAllowed: { code: -1011, doc: 'The path exists, but not with this method.' },
  EventsGone: {
    code: -1012,
    doc: 'The events after this token are not there any more; `resume` of the answer is the token to go on with.',
  },
  NotOffered: { code: -1013, doc: 'This server does not offer the operation; the message says what takes its place.' },
  // Who asks
  InvalidToken: { code: -2000, doc: 'The access token is unknown, expired or revoked.' },
  InsufficientScope: { code: -2001, doc: 'The scope of the token does not allow the operation.' },
  AdministratorRequired: { code: -2002, doc: 'Only an administrator may do this.' },
  AccessDenied: { code: -2003, doc: 'The caller may read the record but not write it.' },
  TooManyRequests: { code: -2004, doc: 'Too many requests; Retry-After says when to come back.' },
  TokenRequired: { code: -2005, doc: 'The request has no access token.' },
  SessionRequired: { code: -2006, doc: 'The console has no session of this database in this browser.' },
  ForeignPage: {
    code: -2007,
    doc: 'A request with the session of the console does not come from a page of the console.',
  },
  FreshProof: {
    code: -2008,
    doc: 'Only a session of the console after a recent sign-in may do this; the person has to sign in again.',
  },
  // Names and values
  UnknownField: { code: -3000, doc: 'No such field; Suggestion has the nearest one, if any is near.' },
  UnknownOperator: { code: -3001, doc: 'No such operator or function.' },
  OperatorNotAllowed: { code: -3002, doc: 'The field does not take this operator.' },
  WrongType: { code: -3003, doc: 'The value is of the wrong JSON type for its field.' },
  InvalidValue: { code: -3004, doc: 'The value is of the right type, but the field cannot take it.' },
  TooLong: { code: -3005, doc: 'The text is longer than its field allows.' },
  UnknownOption: { code: -3006, doc: 'The option list has no such item.' },
  UnknownKey: { code: -3007, doc: 'No record with this key, or none that the caller may read.' },
  WrongKeyKind: { code: -3008, doc: 'The key belongs to a record of another kind.' },
  InvalidPageKey: { code: -3009, doc: 'The page key is damaged, or belongs to another query.' },
  NotSelectable: { code: -3010, doc: 'The field cannot be selected, sorted or grouped in this way.' },
  ConditionRequired: {
    code: -3011,
    doc: 'The entity cannot be read without a certain condition; the message names it.',
  },
  AmbiguousColumn: {
    code: -3019,
    doc: 'The dates or numbers of a column of an import can be read in several ways; the mapping has to choose.',
  },
  // Writing
  Required: { code: -4000, doc: 'A mandatory field has no value.' },
  ReadOnlyField: { code: -4001, doc: 'The field cannot be written.' },
  FieldNotApplicable: { code: -4002, doc: 'The field does not apply to records of this Type.' },
  Unchangeable: { code: -4003, doc: 'The field cannot be changed after the record was created.' },
  KeyNotAllowed: { code: -4004, doc: 'Create was sent a key; the service generates keys.' },
  KeyRequired: { code: -4005, doc: 'Update, Delete and Restore need the key of the record.' },
  VersionConflict: { code: -4006, doc: 'The record was changed since the Version that was sent.' },
  ItemInUse: { code: -4007, doc: 'An option item that a record has selected cannot be removed.' },
  RuleViolated: { code: -4008, doc: 'A business rule forbids this; the message says which.' },
  IdempotencyMismatch: { code: -4009, doc: 'The Idempotency-Key was used before with another body.' },
  AlreadyExists: { code: -4010, doc: 'A value that must be unique exists already.' },
  NotInBin: { code: -4011, doc: 'The record is not in the recycle bin, or its time there is over.' },
  CountDiffers: {
    code: -4012,
    doc: 'Another number of records than was expected meets the Criteria of a write; count them again.',
  },
  LikelyDuplicate: {
    code: -4090,
    doc: 'Options.WarnDuplicates: the record may exist already. Duplicates lists the records that resemble it.',
  },
  // Workflows, with the numbers that programs of this API family know
  WorkflowResultRequired: { code: -10003, doc: 'Workflow/Result is mandatory: a branch follows the task.' },
  UnknownWorkflowResult: {
    code: -60054,
    doc: 'The result does not match any configured branch action of the workflow.',
  },
  // The server itself
  StoreUnavailable: { code: -9000, doc: 'The store cannot be reached right now; try again.' },
  Overloaded: {
    code: -9002,
    doc: 'The server has more work than it can do in time; Retry-After says when to come back.',
  },
  Internal: { code: -9001, doc: 'A fault of this server; its log has the details under the request id.' },
} as const
