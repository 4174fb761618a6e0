// Implements the checks of `clientele doctor`; each returns a finding and, for a problem, a remedy.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { systemClock } from '../../base/clock.ts'
import { withoutPassword } from '../../config/mask.ts'
import type { Settings } from '../../config/settings.ts'
import { type DeepCheckName, deepChecks as storeChecks } from '../../model/store-check/deep-checks.ts'
import { type Finding, fail, ok, reasonOf, warn } from '../../model/store-check/finding.ts'
import { lastResult } from '../../model/store-check/store-check.ts'
import { storeCheckTable } from '../../storage/health/check-record.ts'
import { probeWrite } from '../../storage/health/probe-write.ts'
import { installationOf } from '../../storage/nodes/installation.ts'
import { aheadOf } from '../../storage/nodes/store-clock.ts'
import { migrationStatus } from '../../storage/schema/migrate.ts'
import type { Store } from '../../storage/store.ts'
import { isMissing, withRawStore } from '../with-store.ts'
import { type Check, storePath } from './doctor-finding.ts'
import { placementCheck } from './doctor-placement.ts'
import { behindPooler, notifications, scanStore } from './doctor-postgres.ts'
import { workflowsCheck } from './doctor-workflows.ts'

const oldestNode = 26
const oldestPostgres = 150_000
const oldestTime = Date.UTC(2025, 0, 1)

export const checks: Record<string, Check> = {
  runtime: () => {
    const { node, sqlite } = process.versions
    if (Number(node.split('.')[0]) < oldestNode) return [fail(`Node ${node}`, `Install Node ${oldestNode} or newer.`)]
    return [ok(`Node ${node}, SQLite ${sqlite}`)]
  },

  store: async ({ settings }) => {
    const shown = withoutPassword(settings.store)
    if (isMissing(settings))
      return [warn(`${shown} does not exist yet`, 'It is made by serve, migrate or database create.')]
    try {
      return await withRawStore(settings, async store => {
        await store.ping()
        const migrated = await store.schema.exists(store, 'schema_version')
        const written = migrated ? await whyNotWritten(store) : []
        if (storePath(settings) !== null) return [ok(`${shown} can be opened`), ...written]
        const [row] = await store.rows<{ number: number; text: string }>({
          sql: "select current_setting('server_version_num')::int4 as number, current_setting('server_version') as text",
          params: [],
        })
        const text = `${shown} answers, PostgreSQL ${row?.text}`
        return [(row?.number ?? 0) < oldestPostgres ? fail(text, 'Use PostgreSQL 15 or newer.') : ok(text), ...written]
      })
    } catch (error) {
      const todo = /unsupported startup parameter/.test(reasonOf(error))
        ? behindPooler
        : 'Check the setting store, that the server runs, and the password.'
      return [fail(`${shown}: ${reasonOf(error)}`, todo)]
    }
  },

  'store check': async ({ settings }) => {
    if (isMissing(settings)) return [ok('nothing to check yet')]
    try {
      const last = await withRawStore(settings, async store =>
        (await store.schema.exists(store, storeCheckTable.name)) ? lastResult(store) : null,
      )
      if (!last) return [ok('no server has read the whole store yet')]
      const at = new Date(last.finishedMs).toISOString()
      return [
        ok(`a server has read the whole store, at ${at}`),
        ...last.findings.map(({ check, ...finding }) => ({ ...finding, text: `${check}: ${finding.text}` })),
      ]
    } catch {
      return [fail('cannot be read without the store', 'Repair the store first.')]
    }
  },

  notifications,
  'scan store': scanStore,

  migrations: async ({ settings, tables }) => {
    if (isMissing(settings)) return [ok('nothing to migrate yet')]
    try {
      const status = await withRawStore(settings, store => migrationStatus(store, tables))
      if (status.state === 'current') return [ok(`the store is at this version (schema ${status.own})`)]
      if (status.state === 'newer') {
        return [fail(`the store is from a newer version (schema ${status.stored})`, 'Run that version.')]
      }
      return [warn(`${status.pending.length} changes are pending`, 'Run "clientele migrate", or start the server.')]
    } catch {
      return [fail('cannot be checked without the store', 'Repair the store first.')]
    }
  },

  placement: placementCheck,
  workflows: workflowsCheck,

  clock: async ({ settings }) => {
    const now = systemClock.now()
    const shown = new Date(now).toISOString()
    if (now < oldestTime) return [fail(`it says ${shown}`, 'Set the clock; tokens and codes live by it.')]
    if (isMissing(settings)) return [ok(shown)]
    try {
      return await withRawStore(settings, async store => {
        const apart = Math.round(Math.abs(await aheadOf(store, systemClock)))
        if (apart < 5000) return [ok(`${shown}, ${apart} ms from the store's`)]
        return [
          warn(
            `${Math.round(apart / 1000)} s from the store's`,
            'Run NTP on both machines: servers must agree on time.',
          ),
        ]
      })
    } catch {
      return [ok(`${shown} (not compared, the store is away)`)]
    }
  },

  'secret key': ({ settings }) => {
    if (settings.secretKey !== null) return [ok('secret-key is set')]
    if (storePath(settings) !== null) return [ok(`a key file in ${settings.dataDir} is used`)]
    const todo = 'Set CLIENTELE_SECRET_KEY, the same on all nodes, and keep it apart from the store.'
    return [warn('nodes of this store have no key in common; refreshed tokens are derived without one', todo)]
  },

  mail: async ({ settings }) => {
    if (settings.mail.startsWith('file:')) {
      const folder = resolve(settings.mail.slice('file:'.length))
      const problem = whyNotWritable(folder)
      if (problem !== null) return [fail(`outbox ${folder}: ${problem}`, 'Choose another folder with --mail file:DIR.')]
      const text = `messages are written to ${folder}`
      return isLocal(settings.publicUrl)
        ? [ok(text)]
        : [warn(text, 'People will not get their codes: set --mail smtp://...')]
    }
    const shown = withoutPassword(settings.mail)
    try {
      const transport = createTransport(settings.mail, { connectionTimeout: 5000, greetingTimeout: 5000 } as object)
      await transport.verify()
      transport.close()
      return [ok(`${shown} answers`)]
    } catch (error) {
      return [fail(`${shown}: ${reasonOf(error)}`, 'Check the setting mail: host, port, user and password.')]
    }
  },

  'public address': async ({ settings, sources }) => {
    const { publicUrl } = settings
    const findings: Finding[] = []
    if (!publicUrl.startsWith('https:') && !isLocal(publicUrl)) {
      findings.push(
        warn(`${publicUrl} is not https`, 'Tokens and passwords travel in the open: use TLS here or in a proxy.'),
      )
    }
    if (sources.publicUrl === 'default' && !isLocal(`http://${settings.host}`)) {
      findings.push(warn(`links are made for ${publicUrl}`, 'Set --public-url to the address that people use.'))
    }
    if (settings.trustedProxy === null && isBehindProxy(settings)) {
      findings.push(
        warn(
          `${publicUrl} is not where the server listens, and no proxy is trusted`,
          'Set --trusted-proxy to the address of the proxy. Without it all clients have the address of the proxy, and share its limits on failed sign-ins.',
        ),
      )
    }
    findings.push(...(await whoAnswers(settings)))
    return findings
  },

  disk: ({ settings }) => {
    const folder = nearestFolder(resolve(settings.dataDir))
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const text = `${(free / 1024 ** 3).toFixed(1)} GiB free at ${folder}`
    if (free < 100 * 1024 ** 2) return [fail(text, 'Make room: writes will fail.')]
    return [free < 1024 ** 3 ? warn(text, 'Make room soon.') : ok(text)]
  },

  files: ({ settings }) => {
    const findings: Finding[] = []
    const address = storePath(settings)
    if (address !== null && existsSync(address)) {
      const problem = whyNotWritable(dirname(address))
      if (problem !== null)
        findings.push(fail(`${dirname(address)}: ${problem}`, 'Give it to the user that runs the server.'))
      if (isOpenToOthers(address)) {
        findings.push(warn(`${address} can be read by other users`, `chmod 700 ${dirname(address)}`))
      }
    }
    if (settings.tlsKey !== null && existsSync(settings.tlsKey) && isOpenToOthers(settings.tlsKey)) {
      findings.push(warn(`${settings.tlsKey} can be read by other users`, `chmod 600 ${settings.tlsKey}`))
    }
    return findings.length > 0 ? findings : [ok('permissions are as they should be')]
  },
}

/** The checks of --deep, which read the whole store. */
export const deepChecks: Readonly<Record<DeepCheckName, Check>> = {
  integrity: deepCheck('integrity'),
  'word index': deepCheck('word index'),
}

function deepCheck(name: DeepCheckName): Check {
  const { run, failed } = storeChecks[name]
  return async ({ settings, tables }) => {
    if (isMissing(settings)) return [ok('nothing to check yet')]
    try {
      return await withRawStore(settings, store => run(store, tables))
    } catch (error) {
      return [failed(error)]
    }
  }
}

/** Only a proxy, or a forwarded port, makes a server reachable at another port or by TLS that it does not speak. */
function isBehindProxy({ publicUrl, port, tlsCert }: Settings): boolean {
  const url = new URL(publicUrl)
  const publicPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return publicPort !== port || (url.protocol === 'https:') !== (tlsCert !== null)
}

async function whoAnswers(settings: Settings): Promise<Finding[]> {
  const { publicUrl } = settings
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(4000), redirect: 'manual' })
    if (!answer.ok || (await answer.text()) !== '{"status":"ok"}') {
      const text = `${publicUrl} is answered by something else (HTTP ${answer.status})`
      return [fail(text, 'Check public-url and the proxy.')]
    }
    const isOwn = isMissing(settings) || answer.headers.get('x-clientele-instance') === (await instanceOf(settings))
    if (!isOwn) {
      const text = `${publicUrl} is answered by a server of another store`
      return [fail(text, 'Check public-url, the proxy, and the store of that server.')]
    }
    return [ok(`${publicUrl} answers`), ...(await whyNotReady(publicUrl))]
  } catch {
    const todo = 'If the server runs: check public-url, DNS and the proxy.'
    return [warn(`${publicUrl} does not answer from here`, todo)]
  }
}

/** The id that servers of the store show; it does not identify a server whose file was removed. */
async function instanceOf(settings: Settings): Promise<string | null> {
  return (await withRawStore(settings, installationOf).catch(() => null))?.instance ?? null
}

async function whyNotWritten(store: Store): Promise<Finding[]> {
  try {
    await probeWrite(store)
    return []
  } catch (error) {
    return [fail(reasonOf(error), 'Until then the server reads but does not write.')]
  }
}

/** What the running server says of itself: it may have another file open than the one at the path of the store. */
async function whyNotReady(publicUrl: string): Promise<Finding[]> {
  const answer = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(4000), redirect: 'manual' })
  const { status, reason } = (await answer.json()) as { status: string; reason?: string }
  return status === 'ready'
    ? []
    : [fail(`the server is ${status}: ${reason}`, 'The log of the server has the details.')]
}

function isLocal(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

function whyNotWritable(folder: string): string | null {
  try {
    accessSync(nearestFolder(folder), constants.W_OK)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}

/** Whether other users can read the file and enter its folder. */
function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  return (statSync(path).mode & 0o044) !== 0 && (statSync(dirname(path)).mode & 0o011) !== 0
}
