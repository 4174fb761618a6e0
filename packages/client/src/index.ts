// Exports the client: everything that needs no more than fetch and WebCrypto.
export { Client, connect, type ReadOptions, type Upserted, type UpsertOptions, type UpsertRecord } from './client.ts'
export { type ErrorName, errorCodes } from './error-codes.ts'
export {
  Broken,
  ClienteleError,
  type Problem,
  problemsIn,
  Refused,
  SignInAgain,
  type SignInReason,
  TryLater,
} from './errors.ts'

export type { Model, ModelOptions } from './model.ts'
export { type CallOptions, configurationFor, type WriteOptions, type Written } from './operations.ts'
export type { Records } from './records.ts'
export { newProofKey, newState, type ProofKey, signInUrl } from './sign-in.ts'
export {
  type Application,
  type Auth,
  exchangeCode,
  memoryStore,
  pair,
  personalToken,
  savePair,
  type TokenPair,
  type TokenStore,
} from './tokens.ts'
export { type Call, type Connection, Transport } from './transport.ts'
export type {
  AnyModel,
  ChangedRecord,
  EntityType,
  FieldType,
  NewRecord,
  OrderOf,
  SelectedOf,
  SelectorOf,
  WhereOf,
} from './types.ts'
export { WrittenRecords } from './written-records.ts'
