// Sends a form, and keeps the likely duplicates for which alone it was refused.
import { useState } from 'react'
import { useSending } from '../fields/form-drawer.tsx'
import { type Twin, twinsIn } from './twins.ts'

/** The caller asks about the `twins`, and sends again when the person says that the record is another one. */
export function useTwinSending() {
  const sending = useSending()
  const [twins, setTwins] = useState<readonly Twin[]>([])
  const send = (work: () => Promise<void>): void =>
    void sending.send(async () => {
      try {
        await work()
      } catch (error) {
        const found = twinsIn(error)
        setTwins(found)
        if (found.length === 0) throw error
      }
    })
  return { sending, twins, send }
}
