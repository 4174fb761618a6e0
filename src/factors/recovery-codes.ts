// Makes recovery codes, which stand in for a second factor once each.
import { digestOf } from '../base/secrets/digest.ts'
import type { Random } from '../base/secrets/secret.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Tx } from '../storage/store.ts'
import { insertCode, removeCodes } from './statements.ts'
import { base32 } from './totp.ts'

const codeCount = 10
/** 80 bits, too many to find a code from its digest. */
const codeBytes = 10

/** Without the spaces and hyphens between groups. */
export const compact = (text: string): string => text.replace(/[\s-]/g, '').toLowerCase()

export const digestOfCode = (code: string): string => digestOf(`recovery ${compact(code)}`)

/** Replaces the codes of a user. */
export async function writeCodes(
  tx: Tx,
  { dialect, random }: { readonly dialect: Dialect; readonly random: Random },
  { db, uid }: { readonly db: number; readonly uid: string },
): Promise<string[]> {
  await tx.run(removeCodes(dialect, { db, uid }))
  const codes = Array.from({ length: codeCount }, () => newCode(random))
  for (const code of codes) await tx.run(insertCode(dialect, { db, uid, digest: digestOfCode(code) }))
  return codes
}

/** Four groups of four letters and digits. */
function newCode(random: Random): string {
  const text = base32(random(codeBytes)).toLowerCase()
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
