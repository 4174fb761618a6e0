// Creates the 6-digit code and the link of a confirmation mail; the code derives from the link.
import { createHmac } from 'node:crypto'
import { digestOf } from '../base/secrets/digest.ts'
import type { Random } from '../base/secrets/secret.ts'

const idBytes = 16
const keyBytes = 12
const idLength = 22

/** 128 bits. The id also salts the code's digest; the store does not have the id, so a stolen store reveals no code. */
export const newAttemptId = (random: Random): string => Buffer.from(random(idBytes)).toString('base64url')

/** 96 bits, valid for ten minutes, and short, so that the link fits on one line of a mail. */
export const newLinkKey = (random: Random): string => Buffer.from(random(keyBytes)).toString('base64url')

export function codeOf(linkKey: string): string {
  const number = createHmac('sha256', linkKey).update('sign-in code').digest().readUIntBE(0, 6)
  return String(number % 1_000_000).padStart(6, '0')
}

export const codeDigest = (attemptId: string, code: string): string => digestOf(`${attemptId} ${code}`)

/** The last path segment of the link: attempt id and link key. */
export const linkOf = (attemptId: string, linkKey: string): string => attemptId + linkKey

export const splitLink = (link: string): { id: string; key: string } => ({
  id: link.slice(0, idLength),
  key: link.slice(idLength),
})

/** Removes the spaces and hyphens that people type into a code. */
export const typedCode = (text: string): string => text.replace(/[\s-]/g, '')
