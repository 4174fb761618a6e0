// Exports the client: everything that needs no more than fetch and WebCrypto.
export { type CallOptions, Client, connect, MoreThanOne, type ReadOptions, type WriteOptions } from './client.ts'
export { type ErrorName, errorCodes } from './error-codes.ts'
export { Broken, ClienteleError, type Problem, Refused, SignInAgain, type SignInReason, TryLater } from './errors.ts'
export type { Model } from './model.ts'
export { newProofKey, newState, type ProofKey, signInUrl } from './sign-in.ts'
export {
  type Application,
  type Auth,
  exchangeCode,
  memoryStore,
  pair,
  personalToken,
  type TokenPair,
  type TokenStore,
} from './tokens.ts'
export type {
  AnyModel,
  ChangedRecord,
  EntityType,
  FieldType,
  NewRecord,
  SelectedOf,
  SelectorOf,
  WhereOf,
} from './types.ts'
