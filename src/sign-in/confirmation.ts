// The 6-digit code and the link of one mail. The code follows from the link, so that its page can show the code.
import { createHmac } from 'node:crypto'
import { digestOf } from '../base/digest.ts'
import type { Random } from '../base/secret.ts'

const idBytes = 16
const keyBytes = 12
const idLength = 22

/** 128 bits: also the salt of the code's digest, which the store alone can therefore not be searched for. */
export const newAttemptId = (random: Random): string => Buffer.from(random(idBytes)).toString('base64url')

/** 96 bits that live ten minutes; short, so that the link fits a line of a mail. */
export const newLinkKey = (random: Random): string => Buffer.from(random(keyBytes)).toString('base64url')

export function codeOf(linkKey: string): string {
  const number = createHmac('sha256', linkKey).update('sign-in code').digest().readUIntBE(0, 6)
  return String(number % 1_000_000).padStart(6, '0')
}

export const codeDigest = (attemptId: string, code: string): string => digestOf(`${attemptId} ${code}`)

/** What stands in the link's path: the attempt and its key. */
export const linkOf = (attemptId: string, linkKey: string): string => attemptId + linkKey

export const splitLink = (link: string): { id: string; key: string } => ({
  id: link.slice(0, idLength),
  key: link.slice(idLength),
})

/** Digits as people type them, with spaces or a hyphen in the middle. */
export const typedCode = (text: string): string => text.replace(/[\s-]/g, '')
