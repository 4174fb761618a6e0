// Runs the programs of the page "OAuth clients" as they are printed; those of other languages where their library is installed.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { eachAuth, signInAt, tokenValid } from '../support/auth.ts'
import { cleanEnv, root } from '../support/cli.ts'

interface Language {
  readonly ending: string
  readonly command: readonly string[]
  readonly env?: Record<string, string>
  /** Succeeds when the library of a section can be loaded. */
  readonly probe?: Readonly<Record<string, readonly string[]>>
}

/** Where Debian keeps the sources of Go packages. */
const goPackages = '/usr/share/gocode'

const languages: Readonly<Record<string, Language>> = {
  js: { ending: 'mjs', command: [process.execPath] },
  python: {
    ending: 'py',
    command: ['python3'],
    env: { OAUTHLIB_INSECURE_TRANSPORT: '1' },
    probe: {
      'requests-oauthlib': ['python3', '-c', 'import requests_oauthlib; assert requests_oauthlib.__version__ >= "2"'],
      Authlib: ['python3', '-c', 'import authlib, requests'],
    },
  },
  go: {
    ending: 'go',
    command: ['go', 'run'],
    env: { GO111MODULE: 'off', GOPATH: goPackages },
    probe: { 'golang.org/x/oauth2': ['ls', `${goPackages}/src/golang.org/x/oauth2/oauth2.go`] },
  },
  ruby: { ending: 'rb', command: ['ruby'], probe: { oauth2: ['ruby', '-e', 'require "oauth2"'] } },
  perl: {
    ending: 'pl',
    command: ['perl'],
    probe: { 'Net::OAuth2': ['perl', '-e', 'use Net::OAuth2::Profile::WebServer'] },
  },
}

const page = readFileSync(join(root, 'docs/how-to/oauth-clients.md'), 'utf8')
const programs = page
  .split(/^## /m)
  .slice(1)
  .map(section => {
    const name = section.slice(0, section.indexOf('\n'))
    const [, fence = '', code = ''] = /```(\w+)\n([\s\S]*?)```/.exec(section) ?? []
    return { name, code, language: languages[fence] as Language, allowS256: section.includes('--allow-s256') }
  })

const canRun = ({ name, language }: (typeof programs)[number]): boolean => {
  const [command, ...args] = language.probe?.[name] ?? ['true']
  return spawnSync(command as string, args, { env: cleanEnv(language.env) }).status === 0
}

eachAuth('OAuth clients', world => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-clients-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  after(() => rmSync(folder, { recursive: true }))

  for (const program of programs.filter(canRun)) {
    test(`${program.name} signs in and refreshes`, async () => {
      const { name, code, language, allowS256 } = program
      const file = join(folder, `${name.replace(/\W+/g, '-')}.${language.ending}`)
      writeFileSync(file, code)
      const app = await world().accounts.application({ allowS256 })
      const env = cleanEnv({
        ...language.env,
        SERVICE: world().url,
        CLIENT_ID: app.clientId,
        CLIENT_SECRET: app.clientSecret,
        REDIRECT_URI: app.redirectUri,
      })
      const [command, ...args] = language.command
      const child = spawn(command as string, [...args, file], { env, stdio: ['pipe', 'pipe', 'inherit'] })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const line = async (): Promise<string> =>
        String((await lines.next()).value ?? assert.fail(`${name} says no more`))
      child.stdin.write(`${await signInAt(world(), await line())}\n`)
      assert.ok(await tokenValid(world().url, await line()))
      child.stdin.end()
    })
  }
})
