// Keeps many connections busy for a while: no request fails, few are shed, and the memory of the server stays flat.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { mebibytes, report, sizeOf } from '../support/report.ts'
import { pause } from '../support/until.ts'

const connections = sizeOf('CLIENTELE_SOAK_CONNECTIONS', 50)
const seconds = sizeOf('CLIENTELE_SOAK_SECONDS', 6)
const folder = mkdtempSync(join(tmpdir(), 'clientele-soak-'))
after(() => rmSync(folder, { recursive: true }))

interface Answer {
  readonly status: number
  readonly text: string
}

function post(agent: Agent, url: string, token: string, body: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', agent, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

eachMigrated('soak', (engine, fresh) => {
  test(`${connections} connections for ${seconds} s: nothing fails, little is shed, and memory is flat`, async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    const keys: string[] = []
    for (let i = 0; i < 20; i++) keys.push(await crm.create('AbEntry', { CompanyName: `Company ${i}` }))
    await crm.close()
    const server = await serveChild(['--store', fresh.url(), '--data-dir', folder, '--log-level', 'error'])
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const find = (SearchQuery: object) => ({
      AbEntry: { Scope: { Fields: { CompanyName: 1 } }, Criteria: { SearchQuery } },
    })
    /** Mostly Reads by key, some searches, a write now and then. */
    const bodyOf = (n: number): [string, object] => {
      if (n % 20 === 0) return ['Create', { Note: { Data: { ParentKey: keys[n % keys.length], Text: `soak ${n}` } } }]
      return [
        'Read',
        n % 10 === 5 ? find({ CompanyName: { $LIKE: `%${n % 7}%` } }) : find({ Key: keys[n % keys.length] }),
      ]
    }
    const memory = async (): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
    }
    const times: number[] = []
    let sent = 0
    /** Answered 503 at once, since the machine cannot answer all that came in time. */
    let shed = 0
    const failures = new Map<string, number>()
    const end = performance.now() + seconds * 1000
    const work = async (): Promise<void> => {
      while (performance.now() < end) {
        const [operation, body] = bodyOf(sent++)
        const started = performance.now()
        const { status, text } = await post(agent, `${server.url}/api/${operation}`, crm.user.token, body)
        times.push(performance.now() - started)
        if (status === 200 && text.startsWith('{"Code":0')) continue
        if (status === 503 && text.includes('"ErrorCode":-9002')) {
          shed++
          continue
        }
        const failure = `${status} ${text.slice(0, 200)}`
        failures.set(failure, (failures.get(failure) ?? 0) + 1)
      }
    }
    const samples: number[] = []
    const watch = async (): Promise<void> => {
      for (let i = 0; i < 20; i++) {
        await pause((seconds * 1000) / 20)
        samples.push(await memory())
      }
    }
    try {
      await Promise.all([watch(), ...Array.from({ length: connections }, work)])
    } finally {
      agent.destroy()
      await server.close()
    }
    // The first third warms caches up.
    const [early, late] = [Math.max(...samples.slice(5, 10)), Math.max(...samples.slice(15))]
    assert.deepEqual([...failures], [])
    assert.ok(shed < sent / 20, `${shed} of ${sent} were shed`)
    assert.ok(sent > connections, `${sent} requests`)
    assert.ok(late < early * 1.5, `from ${mebibytes(early)} to ${mebibytes(late)}`)
    times.sort((a, b) => a - b)
    const share = (of: number) => `${(times[Math.floor(times.length * of)] ?? 0).toFixed(1)} ms`
    report('CLIENTELE_SOAK_SECONDS', `soak, ${engine}`, {
      connections,
      seconds,
      requests: sent,
      shed,
      failed: 0,
      'median and 99 %': `${share(0.5)}, ${share(0.99)}`,
      'memory after a quarter, half and all of the time': [4, 9, 19].map(i => mebibytes(samples[i] ?? 0)).join(', '),
    })
  })
})
