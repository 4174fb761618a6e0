// Tests the sources of settings, and the messages for bad values.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { limitsOf } from '../../src/config/limits.ts'
import { loadSettings, SettingError, type Sources } from '../../src/config/load.ts'
import { shown, withoutPassword } from '../../src/config/mask.ts'
import type { Setting } from '../../src/config/setting.ts'
import { settingNames, settings, variableName, wireName } from '../../src/config/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-settings-'))
after(() => rmSync(folder, { recursive: true }))
const load = (sources: Sources = {}) => loadSettings({ cwd: folder, ...sources })
const file = (content: unknown): string => {
  const path = join(folder, 'given.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const problemOf = (sources: Sources): string => {
  try {
    load(sources)
  } catch (error) {
    assert.ok(error instanceof SettingError)
    return error.message
  }
  assert.fail('it was accepted')
}

describe('settings', () => {
  test('defaults follow from each other', () => {
    const { values } = load({ flags: { dataDir: '/srv/c', port: '9000' } })
    assert.equal(values.store, 'sqlite:/srv/c/clientele.db')
    assert.equal(values.mail, 'file:/srv/c/outbox')
    assert.equal(values.publicUrl, 'http://localhost:9000')
    assert.equal(
      load({ flags: { host: '0.0.0.0', tlsCert: 'a', tlsKey: 'b' } }).values.publicUrl,
      'https://localhost:8080',
    )
  })

  test('flags go before variables, variables before the file, the file before defaults', () => {
    const configFile = file({ port: 1, host: 'from-file', 'pool-size': 3 })
    const env = { CLIENTELE_PORT: '2', CLIENTELE_HOST: 'from-env' }
    const { values, sources } = load({ configFile, env, flags: { port: '3' } })
    assert.deepEqual([values.port, values.host, values.poolSize, values.apiPrefix], [3, 'from-env', 3, '/api'])
    assert.deepEqual(
      [sources.port, sources.host, sources.poolSize, sources.apiPrefix],
      ['flag --port', 'variable CLIENTELE_HOST', `file ${configFile}`, 'default'],
    )
    assert.equal(load({ env: { CLIENTELE_CONFIG: configFile } }).values.port, 1)
  })

  test('a bad value stops the load with its name, value, source and the allowed values', () => {
    assert.equal(
      problemOf({ env: { CLIENTELE_PORT: 'eighty' } }),
      'Bad setting port: "eighty" (from variable CLIENTELE_PORT) is not allowed. Allowed: a whole number from 0 to 65535.',
    )
    assert.match(
      problemOf({ flags: { logLevel: 'loud' } }),
      /log-level: "loud" \(from flag --log-level\).*fatal, error, warn/,
    )
    assert.match(problemOf({ flags: { apiPrefix: 'api' } }), /api-prefix/)
    assert.match(problemOf({ flags: { apiPrefix: '/oauth' } }), /two different paths/)
    assert.match(problemOf({ flags: { tlsCert: 'cert.pem' } }), /tls-cert, tls-key: one without the other/)
    assert.match(problemOf({ configFile: file({ port: '80', demo: 1 }) }), /demo: 1/)
    assert.match(problemOf({ flags: { drainTimeout: '10' } }), /drain-timeout/)
  })

  test('every bad value is named, not the first one', () => {
    assert.equal(
      problemOf({ env: { CLIENTELE_PORT: 'x', CLIENTELE_DEMO: 'maybe', CLIENTELE_STORE: 'mysql://x' } }).split('\n')
        .length,
      3,
    )
  })

  test('secrets stay out of complaints and lists', () => {
    assert.ok(!problemOf({ env: { CLIENTELE_SECRET_KEY: 'short' } }).includes('short'))
    assert.ok(!problemOf({ env: { CLIENTELE_STORE: 'mysql://ann:hunter2@h/d' } }).includes('hunter2'))
    const { values } = load({
      flags: { store: 'postgres://ann:hun:t@er2@h/d?password=hunter2', secretKey: 'k'.repeat(32) },
    })
    assert.equal(shown('store', values), 'postgres://ann:***@h/d?password=***')
    assert.equal(shown('secretKey', values), '***')
    assert.equal(withoutPassword('smtp://host:25'), 'smtp://host:25')
  })

  test('an unknown name is answered with the nearest known one', () => {
    assert.match(problemOf({ configFile: file({ prot: 1 }) }), /Unknown setting "prot".*Did you mean "port"\?/)
    assert.deepEqual(load({ env: { CLIENTELE_BODY_LIMTI: '1', CLIENTELE_TEST_POSTGRES: 'x' } }).warnings, [
      'Unknown variable CLIENTELE_BODY_LIMTI is ignored. Did you mean CLIENTELE_BODY_LIMIT?',
    ])
  })

  test('a settings file that is missing, broken or no object is refused with the reason', () => {
    assert.match(problemOf({ configFile: join(folder, 'none.json') }), /does not exist/)
    assert.match(problemOf({ configFile: file('{') }), /cannot be read/)
    assert.match(problemOf({ configFile: file([1]) }), /one JSON object/)
  })

  test('sizes take units, flags take the usual words, and nothing is nothing', () => {
    const { values } = load({ flags: { bodyLimit: '512KiB', uploadLimit: '1 GiB', demo: 'Yes', refreshChainDays: '' } })
    assert.deepEqual(
      [values.bodyLimit, values.uploadLimit, values.demo, values.refreshChainDays],
      [524288, 1073741824, true, null],
    )
  })

  test('the standard issuer is on by itself in a demo that listens on this machine alone', () => {
    const lane = (flags: Record<string, string>) => load({ flags }).values.standardLane
    assert.equal(lane({ demo: 'true', host: '127.0.0.1' }), 'any')
    assert.equal(lane({ demo: 'true', host: '0.0.0.0' }), 'off')
    assert.equal(lane({ host: '127.0.0.1' }), 'off')
    assert.equal(lane({ demo: 'true', host: '127.0.0.1', standardLane: 'off' }), 'off')
  })

  test('every default is allowed by its own kind, has a doc, and every limit is in limitsOf', () => {
    const { values } = load()
    for (const name of settingNames) {
      const { kind, doc } = settings[name] as Setting
      assert.notEqual(kind.read(values[name]), undefined, name)
      assert.notEqual(kind.read(kind.show(values[name])), undefined, name)
      assert.ok(doc.endsWith('.'), name)
      assert.equal(variableName(name), `CLIENTELE_${wireName(name).toUpperCase().replaceAll('-', '_')}`)
    }
    for (const limit of Object.values(limitsOf(values))) assert.ok(limit > 0)
  })
})
