// Writes the answer of a person to the device that waits for it (RFC 8628), in the transaction of the consent.
import { signInMoment } from '../../accounts/caller.ts'
import { seconds } from '../../base/clock.ts'
import { cancelLocation } from '../../oauth/authorize/request.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import type { DeviceOutcome } from '../../pages/sign-in/device-page.ts'
import type { SignedInUser } from '../../sign-in/attempt.ts'
import type { Tx } from '../../storage/store.ts'
import type { StandardRequest } from '../request.ts'
import { answerDevice, denyDevice } from '../statements.ts'

/** The page of the code says what became of it. */
const outcomeLocation = ({ redirectUri }: StandardRequest, outcome: DeviceOutcome): string =>
  `${redirectUri}?outcome=${outcome}`

/** Returns where the browser goes; the answer counts once, and while the device waits. */
export async function allowDevice(
  tx: Tx,
  { store, clock }: EndpointParts,
  request: StandardRequest,
  { db, uid }: SignedInUser,
  standard: string,
): Promise<string> {
  const now = seconds(clock)
  const began = await signInMoment(tx, store.dialect, { db, uid }, now)
  const answer = { db, uid, began, scope: request.scope.join(' '), standard }
  const answered = await tx.run(answerDevice(store.dialect, { digest: request.device as string, now, ...answer }))
  return outcomeLocation(request, answered === 1 ? 'allowed' : 'late')
}

/** Cancel: the redirect tells a client, a device by its next request. */
export async function cancelRequest(
  tx: Tx,
  { store, clock }: EndpointParts,
  request: StandardRequest,
): Promise<string> {
  const { device } = request
  if (device === undefined) return cancelLocation(request)
  await tx.run(denyDevice(store.dialect, { digest: device, now: seconds(clock) }))
  return outcomeLocation(request, 'denied')
}
