// Runs the programs of the page "OAuth clients" as they are printed; those of other languages where their library is installed.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
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

/** The jars of google-oauth-client and what it needs, where Debian keeps them. */
const jars = [
  'google-oauth-client',
  'google-http-client',
  'google-http-client-gson',
  'gson',
  'guava',
  'opencensus-api',
  'opencensus-contrib-http-util',
  'grpc-context',
].map(name => `/usr/share/java/${name}.jar`)

/** Finds what `composer global require` installed. */
const php = ['php', '-d', `include_path=${join(homedir(), '.config/composer')}`]

const languages: Readonly<Record<string, Language>> = {
  js: { ending: 'mjs', command: [process.execPath] },
  python: {
    ending: 'py',
    command: ['python3'],
    env: { OAUTHLIB_INSECURE_TRANSPORT: '1' },
    probe: {
      'requests-oauthlib': ['python3', '-c', 'import requests_oauthlib; assert requests_oauthlib.__version__ >= "2"'],
      Authlib: ['python3', '-c', 'import authlib, requests'],
      oauthlib: ['python3', '-c', 'from oauthlib.oauth2 import Client; Client.create_code_challenge'],
    },
  },
  go: {
    ending: 'go',
    command: ['go', 'run'],
    env: { GO111MODULE: 'off', GOPATH: goPackages },
    probe: { 'golang.org/x/oauth2': ['ls', `${goPackages}/src/golang.org/x/oauth2/oauth2.go`] },
  },
  ruby: {
    ending: 'rb',
    command: ['ruby'],
    probe: {
      oauth2: ['ruby', '-e', 'require "oauth2"'],
      'rack-oauth2': ['ruby', '-e', 'require "rack/oauth2"'],
    },
  },
  perl: {
    ending: 'pl',
    command: ['perl'],
    probe: {
      'Net::OAuth2': ['perl', '-e', 'use Net::OAuth2::Profile::WebServer'],
      'LWP::Authen::OAuth2': ['perl', '-e', 'use LWP::Authen::OAuth2'],
    },
  },
  php: {
    ending: 'php',
    command: php,
    probe: {
      'league/oauth2-client': [
        ...php,
        '-r',
        'require "vendor/autoload.php"; exit(class_exists("League\\OAuth2\\Client\\Provider\\GenericProvider") ? 0 : 1);',
      ],
    },
  },
  java: {
    ending: 'java',
    command: ['java'],
    env: { CLASSPATH: jars.join(':') },
    probe: { 'google-oauth-client': ['sh', '-c', 'command -v javac && ls "$@"', 'sh', ...jars] },
  },
  r: { ending: 'R', command: ['Rscript'], probe: { httr: ['Rscript', '-e', 'library(httr)'] } },
  c: {
    ending: 'c',
    command: ['sh', '-c', 'cc -o "$0.out" "$0" -liddawc && exec "$0.out"'],
    probe: { Iddawc: ['sh', '-c', 'echo "#include <iddawc.h>" | cc -E -'] },
  },
}

const page = readFileSync(join(root, 'docs/how-to/oauth-clients.md'), 'utf8')
/** The rows of the table of libraries: name, language, version, PKCE, `--allow-s256`, Revokes. */
const rows = [...page.matchAll(/^\| \[(.+?)\]\(#.*?\) \| (.*) \|$/gm)].map(([, name, cells]) => {
  const [, version, , allowS256, revokes] = (cells as string).split(' | ')
  return { name: name as string, version, allowS256: allowS256 === 'needed', revokes: revokes === 'yes' }
})
const sections = page
  .split(/^## /m)
  .slice(1)
  .map(text => ({ name: text.slice(0, text.indexOf('\n')), text }))
const programs = rows.map(row => {
  const text = sections.find(({ name }) => name === row.name)?.text ?? ''
  const [, fence = '', code = ''] = /```(\w+)\n([\s\S]*?)```/.exec(text) ?? []
  return { ...row, text, code, language: languages[fence] as Language }
})

const installed = (name: string): string =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

describe('the table of OAuth clients', () => {
  test('has the sections of the page in their order', () => {
    assert.deepEqual(
      rows.map(({ name }) => name),
      sections.map(({ name }) => name),
    )
  })
  for (const { name, text, language, version, allowS256 } of programs) {
    test(`agrees with the section of ${name}`, () => {
      assert.equal(text.includes('--allow-s256'), allowS256)
      // The versions of other languages are those of the last run by hand.
      if (language === languages.js) assert.equal(version, installed(name))
    })
  }
})

const canRun = ({ name, language }: (typeof programs)[number]): boolean => {
  const [command, ...args] = language.probe?.[name] ?? ['true']
  return spawnSync(command as string, args, { env: cleanEnv(language.env) }).status === 0
}
const runnable = programs.filter(canRun)

eachAuth('OAuth clients', world => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-clients-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  after(() => rmSync(folder, { recursive: true }))

  for (const program of runnable) {
    test(`${program.name} signs in${program.revokes ? ', refreshes and revokes' : ' and refreshes'}`, async () => {
      const { name, code, language, allowS256, revokes } = program
      const file = join(folder, `client-${name.replace(/\W+/g, '-')}.${language.ending}`)
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
      const exit = once(child, 'exit')
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const line = async (): Promise<string> =>
        String((await lines.next()).value ?? assert.fail(`${name} says no more`))
      child.stdin.write(`${await signInAt(world(), await line())}\n`)
      const accessToken = await line()
      assert.ok(await tokenValid(world().url, accessToken))
      if (revokes) child.stdin.write('\n')
      child.stdin.end()
      assert.deepEqual(await exit, [0, null])
      assert.equal(await tokenValid(world().url, accessToken), !revokes)
    })
  }
})
