// Tests what a newcomer meets first: flags of npm start, its end, secrets at a terminal, and help at once.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { npmFlags } from '../../scripts/lib/npm-flags.mjs'
import { cleanEnv, root, runCli } from '../support/cli.ts'
import { lineJson, runBatch } from '../support/cli-batch.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-first-'))
after(() => rmSync(folder, { recursive: true }))

describe('npm start', () => {
  test('takes flags that npm has taken for its own', () => {
    assert.deepEqual(npmFlags(['8200'], { npm_config_port: 'true' }), ['--port', '8200'])
    assert.deepEqual(npmFlags([], { npm_config_port: '8200' }), ['--port', '8200'])
    assert.deepEqual(npmFlags(['--port', '8200'], {}), ['--port', '8200'])
    const several = { npm_config_port: 'true', npm_config_host: 'true', npm_config_public_url: 'true' }
    assert.deepEqual(npmFlags(['0.0.0.0', '8200', 'https://crm.example'], several), [
      '--port',
      '8200',
      '--public-url',
      'https://crm.example',
      '--host',
      '0.0.0.0',
    ])
  })

  test('says what works when it does not understand', () => {
    assert.throws(() => npmFlags(['8200'], {}), /npm start takes flags, and "8200" is none.*npm start -- --port 8200/s)
    assert.throws(() => npmFlags([], { npm_config_port: 'true' }), /--port has no value that fits/)
  })

  test('ends with npm: every script replaces the shell of npm, which passes no signal on', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    for (const [name, script] of Object.entries(scripts)) assert.match(script, /^exec node /, name)
  })
})

test('help and version load neither a store nor a server', async () => {
  for (const args of [['--version'], ['--help'], ['user', 'create', '--help']]) {
    const loaded = await sourcesLoadedBy(args)
    assert.ok(loaded.length > 0)
    const parts = loaded.filter(path => /^src\/(storage|http|oauth|operations|query)\//.test(path))
    assert.deepEqual(parts, [], args.join(' '))
  }
})

/** The files of the product that a run of bin/clientele loads. */
function sourcesLoadedBy(args: readonly string[]): Promise<string[]> {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => { process.stderr.write('loaded ' + url + '\\n'); return next(url, context) } })`
  const entry = join(root, 'bin', 'clientele')
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
  const child = spawn(process.execPath, [...flags, entry, ...args], { env: cleanEnv(), cwd: folder })
  const base = pathToFileURL(`${root}/`).href
  return text(child.stderr).then(said =>
    [...said.matchAll(/^loaded (.*)$/gm)]
      .map(([, url = '']) => url)
      .filter(url => url.startsWith(base))
      .map(url => url.slice(base.length)),
  )
}

test('bash completes commands, flags and values; zsh and fish have scripts too', async () => {
  const [bash, zsh, fish] = await runBatch(
    ['bash', 'zsh', 'fish'].map(shell => ['completion', shell]),
    folder,
  )
  const offers = (line: string): string[] => {
    const words = line.split(' ')
    const script = `${bash?.stdout}\nCOMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _clientele; echo "\${COMPREPLY[*]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ')
  }
  assert.ok(offers('clientele ').includes('database') && offers('clientele ').includes('completion'))
  assert.deepEqual(offers('clientele user set'), ['set-password'])
  assert.deepEqual(offers('clientele user create --ti'), ['--time-zone'])
  assert.deepEqual(offers('clientele token create --scope '), ['data', 'data.readonly'])
  assert.deepEqual(offers('clientele serve --refresh-reuse re'), ['revoke', 'refuse'])
  assert.match(zsh?.stdout ?? '', /^#compdef clientele\n/)
  assert.match(fish?.stdout ?? '', /^complete -c clientele -n .*token create.* -l scope -x -a 'data data.readonly'/m)
})

describe('a secret on standard input', () => {
  const store = ['--store', `sqlite:${join(folder, 'clientele.db')}`]
  const user = (uid: string) => ['user', 'create', '--database', 'acme', '--uid', uid, '--email', `${uid}@example.com`]

  test('is the first line of a pipe; the lines that follow are not part of it', async () => {
    await lineJson(['database', 'create', 'acme', ...store], { cwd: folder })
    const input = 'correct horse battery\nbin/clientele app create\n'
    await lineJson([...user('ANN'), '--password-stdin', ...store], { cwd: folder, input })
    const none = await runCli([...user('BEN'), '--password-stdin', ...store], { cwd: folder, input: '\n' })
    assert.deepEqual([none.status, none.stderr], [2, 'No password on standard input.\n'])
  })

  test('is asked for twice on a terminal, without echo, and pasted commands are not taken for it', async () => {
    const same = await atTerminal(
      [...user('CLEO'), '--password-stdin', ...store],
      ['nine green bottles', 'nine green bottles'],
    )
    assert.match(same, /The password \(it is not shown\): \s+The password again: \s+Created the user CLEO/)
    assert.ok(!same.includes('nine green'), 'nothing is echoed')
    const other = await atTerminal(
      [...user('DAN'), '--password-stdin', ...store],
      ['nine green bottles', 'ten green bottles'],
    )
    assert.match(other, /The two are not the same\. Nothing was changed\./)
    const { users } = await lineJson<{ users: { uid: string }[] }>(['user', 'list', '--database', 'acme', ...store], {
      cwd: folder,
    })
    assert.deepEqual(
      users.map(({ uid }) => uid),
      ['ANN', 'CLEO'],
    )
  })
})

/** Runs a command at a pseudo terminal, which `script` of util-linux makes, and answers each question. */
async function atTerminal(args: readonly string[], answers: readonly string[]): Promise<string> {
  const words = [process.execPath, join(root, 'bin', 'clientele'), ...args].map(word => `'${word}'`)
  const child = spawn('script', ['-qfec', words.join(' '), '/dev/null'], { env: cleanEnv(), cwd: folder })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text
  })
  const ended = new Promise(resolve => child.on('close', resolve))
  child.stdin.write('echo pasted\n')
  for (const [i, answer] of answers.entries()) {
    await until(async () => (said.match(/The password [^:]*: /g) ?? []).length > i, 'The question')
    child.stdin.write(`${answer}\n`)
  }
  await ended
  return said.replace('echo pasted', '')
}
