// Tracks how the server is reached: its origin, its port, its installation, its demo, its certificate.
import { readFileSync } from 'node:fs'
import { unlessUnavailable } from '../base/errors.ts'
import { SettingError } from '../config/load.ts'
import type { Settings } from '../config/settings.ts'
import type { DemoApplication } from '../http/routes/demo.ts'
import { wordsVersion } from '../model/search-words.ts'
import { joinInstallation } from '../storage/nodes/installation.ts'
import type { Store } from '../storage/store.ts'

/** The facts that are known once the server listens and its store is ready. */
export function presenceOf({ publicUrl, port }: Settings, store: Store) {
  let origin = publicUrl
  let instance: string | null = null
  let demo: DemoApplication | null = null
  const is = { ready: false, listening: false }
  const join = async () => {
    if (is.ready && is.listening) instance = await unlessUnavailable(joinInstallation(store, origin, wordsVersion))
  }
  return {
    origin: () => origin,
    instance: () => instance,
    demo: () => demo,
    showDemo: (application: DemoApplication) => {
      demo = application
    },
    ready: () => {
      is.ready = true
      return join()
    },
    /** With port 0, or when the port was taken, the server listens at another port than the setting says. */
    listening: (actual: number) => {
      if (actual !== port && origin.endsWith(`:${port}`)) origin = origin.replace(/\d+$/, String(actual))
      is.listening = true
      return join()
    },
  }
}

export function tlsOf({ tlsCert, tlsKey }: Settings): { cert: Buffer; key: Buffer } | null {
  if (tlsCert === null || tlsKey === null) return null
  return { cert: pem('tls-cert', tlsCert), key: pem('tls-key', tlsKey) }
}

function pem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new SettingError([`Bad setting ${setting}: ${path} cannot be read (${(error as Error).message}).`])
  }
}
