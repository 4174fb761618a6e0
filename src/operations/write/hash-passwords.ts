// Hashes the passwords of a request before its transaction begins, since hashing takes long.

import { shareOf } from '../../accounts/caller.ts'
import { hashPassword, passwordProblem } from '../../accounts/passwords.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { OperationContext } from '../context.ts'

interface UserData {
  readonly entity: ModelEntity | null
  readonly data: Readonly<Record<string, unknown>>
}

/** The hash of each password, except for passwords that will be refused. */
export async function hashPasswords(
  records: readonly UserData[],
  { caller, gone }: Pick<OperationContext, 'caller' | 'gone'>,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for (const { entity, data } of records) {
    if (entity?.name !== 'User') continue
    for (const [spelling, value] of Object.entries(data)) {
      if (entity.field(spelling)?.name !== 'Password' || typeof value !== 'string') continue
      const password = value.normalize('NFC')
      if (passwordProblem(password) === null && !hashes.has(password))
        hashes.set(password, await hashPassword(password, { share: shareOf(caller), gone }))
    }
  }
  return hashes
}
