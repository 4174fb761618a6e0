// Checks that each test that the tables of standards in docs/explanations/security.md cite exists.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { read, root } from './files.ts'

const page = read('docs/explanations/security.md')
const points = page.slice(page.indexOf('## Standards'), page.indexOf('## What is accepted')).split('\n').filter(isPoint)

function isPoint(line: string): boolean {
  return line.startsWith('| ') && line !== '| Point | Proof |'
}

test('every point has a test, or a reason why not', () => {
  assert.ok(points.length > 60, `${points.length} points`)
  const bare = points.filter(line => !/`test\/|Not (done|applicable)|By the administrator|See the tables/.test(line))
  assert.deepEqual(bare, [])
})

test('every cited test exists, by its file and the words of its title', () => {
  const wrong: string[] = []
  for (const line of points) {
    for (const [, path = '', words = ''] of line.matchAll(/`(test\/[^`]+)`: ?([^;|]*)/g)) {
      const title = words.replace(/\.\s.*$/, '').trim()
      const titles = existsSync(join(root, path))
        ? read(path)
            .match(/test\([`'"].*/g)
            ?.join('\n')
        : undefined
      if (!titles?.includes(title) || title === '') wrong.push(`${path}: ${words}`)
    }
  }
  assert.deepEqual(wrong, [])
})
