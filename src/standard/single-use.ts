// Takes identifiers of signed messages once: assertions of clients and proofs of possession.
import { digestOf } from '../base/secrets/digest.ts'
import type { Store } from '../storage/store.ts'
import { insertOnce } from './statements.ts'

/** False when the text was taken before; it may come again after `expires`, when the message has expired. */
export async function takeOnce(store: Store, text: string, expires: number): Promise<boolean> {
  return (await store.write(tx => tx.run(insertOnce(store.dialect, { digest: digestOf(text), expires })))) === 1
}
