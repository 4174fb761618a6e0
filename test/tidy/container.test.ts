// Tests the Dockerfile without Docker: its stages, what it copies, and what its last stage runs.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { root } from '../support/cli.ts'
import { read } from './files.ts'

interface Instruction {
  readonly name: string
  readonly text: string
}

const instructions = read('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter(line => /^[A-Z]+ /.test(line))
  .map((line): Instruction => {
    const [name = ''] = line.split(' ', 1)
    return { name, text: line.slice(name.length).trim() }
  })
/** The stages, each with its instructions; the first of a stage is FROM. */
const begins = instructions.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []))
const stages = begins.map((at, i) => instructions.slice(at, begins[i + 1]))

const [builder = [], image = []] = stages
const texts = (stage: readonly Instruction[], name: string): string[] =>
  stage.filter(one => one.name === name).map(({ text }) => text)

describe('the Dockerfile', () => {
  test('has two stages on one base, and the last copies from the first alone', () => {
    assert.equal(stages.length, 2)
    const [first = '', last = ''] = stages.map(stage => stage[0]?.text.split(' ', 1)[0] ?? '')
    assert.equal(first, last)
    assert.match(first, /^node:26-/)
    assert.deepEqual(texts(image, 'COPY'), ['--from=package /app ./'])
  })

  test('copies files that exist, and that .dockerignore does not leave out', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n')
    const copied = texts(builder, 'COPY').flatMap(text => text.split(/\s+/).slice(0, -1))
    assert.ok(copied.length > 10)
    for (const path of copied) {
      assert.ok(existsSync(join(root, path)), path)
      assert.ok(!ignored.includes(path), `${path} is in .dockerignore`)
    }
    for (const path of ['console/dist', 'console/node_modules', 'node_modules', 'dist'])
      assert.ok(ignored.includes(path), path)
  })

  test('copies all that the package is made of', () => {
    const copied = texts(builder, 'COPY').flatMap(text => text.split(/\s+/).slice(0, -1))
    const stage = read('scripts/dist/stage.mjs')
    const [, documents = ''] = /^const documents = \[(.*)\]/m.exec(stage) ?? []
    const needed = [...documents.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
    assert.ok(needed.includes('LICENSE'))
    for (const path of [...needed, 'src', 'console', 'packages', 'scripts', 'bin'])
      assert.ok(copied.includes(path), path)
  })

  test('runs the compiled program without root, with a health check and a compile cache on its volume', () => {
    assert.deepEqual(texts(image, 'USER'), ['node'])
    assert.match(texts(image, 'HEALTHCHECK')[0] ?? '', /\/readyz/)
    const [entry = ''] = texts(image, 'ENTRYPOINT')
    assert.equal((JSON.parse(entry) as string[]).at(-1), 'lib/main.js')
    assert.match(texts(image, 'ENV').join(' '), /NODE_COMPILE_CACHE=\/data\//)
    assert.deepEqual(texts(image, 'VOLUME'), ['/data'])
    assert.match(read('compose.yaml'), /read_only: true/)
  })
})
