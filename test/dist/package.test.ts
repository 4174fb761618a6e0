// Tests the package for npm: what it has, that it runs alone, and that `@clientele/testing` finds it. `npm run dist:test` tests everything.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { filesBelow, stagePackage } from '../../scripts/dist/stage.mjs'
import { version } from '../../src/base/version.ts'
import { cleanEnv, root } from '../support/cli.ts'
import { linkPackage } from '../support/packages.ts'
import { Installation } from './installation.ts'

describe('the package clientele', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-dist-'))
  const installed = join(folder, 'node_modules', 'clientele')
  let installation: Installation
  before(async () => {
    await stagePackage(join(folder, 'staged'))
    const args = ['pack', '--silent', '--pack-destination', folder]
    execFileSync('npm', args, { cwd: join(folder, 'staged'), stdio: ['ignore', 'ignore', 'pipe'] })
    mkdirSync(installed, { recursive: true })
    const tarball = join(folder, `clientele-${version}.tgz`)
    execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
    installation = new Installation([process.execPath, join(installed, 'bin', 'clientele')])
  })
  after(() => {
    installation?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has compiled code, console, documents and licences, and asks for no package but a newer Node', () => {
    const files = filesBelow(installed)
    const documents = filesBelow(join(root, 'docs')).map(path => `docs/${path}`)
    const wanted = ['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'lib/main.js', 'lib/app.js', 'lib/start.js']
    for (const path of [...wanted, 'console/dist/build.json', 'console/dist/index.html', ...documents]) {
      assert.ok(files.includes(path), path)
    }
    assert.deepEqual(
      files.filter(path => /\.tsx?$|\.d\.m?ts$|\.map$|(^|\/)test\//.test(path)),
      [],
    )
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, object>
    assert.equal(manifest.dependencies, undefined)
    assert.ok(Object.keys(manifest.optionalDependencies ?? {}).every(name => name.startsWith('node-')))
    const bytes = files.reduce((sum, path) => sum + statSync(join(installed, path)).size, 0)
    assert.ok(bytes < 60e6, `${bytes} bytes`)
    const notices = readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['pg', 'kysely', 'sanitize-html', 'openid-client', 'marked', 'nodemailer']) {
      assert.match(notices, new RegExp(`^${name} \\d`, 'm'))
    }
  })

  test('serves the console and the documents, and starts its own processes', async () => {
    const serving = await installation.serve(['--port', '0', '--host', '127.0.0.1', '--scan-processes', '1'])
    try {
      const page = await (await fetch(`${serving.url}/`)).text()
      const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? assert.fail(page)
      assert.equal((await fetch(serving.url + asset)).status, 200)
      const manual = await fetch(`${serving.url}/docs/reference/api`)
      assert.match(await manual.text(), /<h1/)
      assert.equal((await fetch(`${serving.url}/readyz`)).status, 200)
    } finally {
      await serving.stop()
    }
  })

  test('is found by @clientele/testing beside it', () => {
    linkPackage('testing', folder)
    writeFileSync(
      join(folder, 'program.mjs'),
      `import { startClientele } from '@clientele/testing'
for (const run of ['here', 'child']) {
  const crm = await startClientele({ run })
  console.log(run, (await (await fetch(crm.url + '/readyz')).json()).status)
  await crm.close()
}`,
    )
    const stdout = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, env: cleanEnv(), encoding: 'utf8' })
    assert.equal(stdout, 'here ready\nchild ready\n')
  })
})
