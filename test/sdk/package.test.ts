// Tests the packed client in an empty project: it installs alone, the program of its README compiles, and it is small.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { clientBytes } from '../../bench/cases/client.ts'
import { compile } from '../support/compile.ts'
import { packPackage } from '../support/packages.ts'
import { readmeProgram } from './readme.ts'

/** The most that a browser loads: everything but the sub-paths. */
const mostBytes = 10_500

const folder = mkdtempSync(join(tmpdir(), 'clientele-package-'))
before(() => {
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}')
  const file = `./${packPackage('client', folder)}`
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', file], { cwd: folder })
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('the package installs without others', () => {
  assert.deepEqual(readdirSync(join(folder, 'node_modules')).sort(), ['.package-lock.json', '@clientele'])
})

test('its types check in strict mode, and refuse what the model does not have', async () => {
  writeFileSync(join(folder, 'good.ts'), readmeProgram('run'))
  assert.equal(await compile(folder, 'good.ts'), '')
  writeFileSync(join(folder, 'bad.ts'), readmeProgram('run').replaceAll('CompanyName', 'CompanyNam'))
  assert.match(await compile(folder, 'bad.ts'), /'CompanyNam'.*'CompanyName'/)
})

test('what a browser loads is small', () => {
  const bytes = clientBytes(join(folder, 'node_modules', '@clientele', 'client', 'dist'))
  assert.ok(bytes < mostBytes, `${bytes} bytes`)
})
