// Runs the test files of the page "Test your integration" as they are printed, where the tools of their language are installed.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { cleanEnv, root } from '../support/cli.ts'
import { linkPackage } from '../support/packages.ts'

interface Recipe {
  /** The name of the file in the first comment of the recipe. */
  readonly file: string
  readonly run: readonly string[]
  /** Fails where a tool is missing. */
  readonly probe: readonly string[]
  /** Further files that stand for what a project has. */
  readonly files?: Readonly<Record<string, string>>
  readonly passed: RegExp
}

/** Annotations and assertions of JUnit, and a program that runs the tests of a class: no machine of ours has the jars. */
const jupiter = 'org/junit/jupiter/api'
const annotation = (name: string) =>
  `package org.junit.jupiter.api; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface ${name} {}`
const junitFiles = {
  [`${jupiter}/Test.java`]: annotation('Test'),
  [`${jupiter}/BeforeAll.java`]: annotation('BeforeAll'),
  [`${jupiter}/AfterAll.java`]: annotation('AfterAll'),
  [`${jupiter}/Assertions.java`]: `package org.junit.jupiter.api; public class Assertions {
    public interface Work { void run() throws Throwable; }
    public static void assertEquals(Object a, Object b, String... m) { if (!a.equals(b)) throw new AssertionError(a + " is not " + b + String.join("", m)); }
    public static void assertThrows(Class<?> kind, Work work) {
      try { work.run(); } catch (Throwable error) { if (kind.isInstance(error)) return; throw new AssertionError(error); }
      throw new AssertionError("nothing was thrown");
    } }`,
  'Run.java': `import org.junit.jupiter.api.*; public class Run { public static void main(String[] a) throws Exception {
    int count = 0; var all = CrmTest.class.getDeclaredMethods();
    for (var m : all) if (m.isAnnotationPresent(BeforeAll.class)) m.invoke(null);
    for (var m : all) if (m.isAnnotationPresent(Test.class)) { m.setAccessible(true); m.invoke(new CrmTest()); count++; }
    for (var m : all) if (m.isAnnotationPresent(AfterAll.class)) m.invoke(null);
    System.out.println(count + " passed"); } }`,
}

/** Vitest by the test runner of Node, since it is no dependency of ours. */
const vitest = `import assert from 'node:assert/strict'
export { after as afterAll, test } from 'node:test'
import { before } from 'node:test'
export const beforeAll = work => before(work)
export const expect = value => ({
  toBe: other => assert.equal(value, other),
  toHaveLength: length => assert.equal(value.length, length),
  rejects: { toThrow: () => assert.rejects(value) },
})`

const recipes: Readonly<Record<string, Recipe>> = {
  'node:test': {
    file: 'crm.test.mjs',
    run: [process.execPath, '--test', 'crm.test.mjs'],
    probe: ['true'],
    passed: /pass 2/,
  },
  Vitest: {
    file: 'crm.spec.mjs',
    run: [process.execPath, '--test', 'crm.spec.mjs'],
    probe: ['true'],
    files: {
      'node_modules/vitest/index.mjs': vitest,
      'node_modules/vitest/package.json': '{"type":"module","exports":"./index.mjs"}',
    },
    passed: /pass 1/,
  },
  pytest: {
    file: 'test_crm.py',
    run: ['python3', '-m', 'pytest', '-q'],
    probe: ['python3', '-m', 'pytest', '--version'],
    passed: /1 passed/,
  },
  Go: {
    file: 'crm_test.go',
    run: ['go', 'test'],
    probe: ['go', 'version'],
    files: { 'go.mod': 'module crm\n\ngo 1.19\n' },
    passed: /^ok/m,
  },
  JUnit: {
    file: 'CrmTest.java',
    run: ['sh', '-c', 'javac -d out *.java org/junit/jupiter/api/*.java && java -cp out Run'],
    probe: ['sh', '-c', 'command -v javac && javac -version 2>&1 | grep -E " (1[7-9]|[2-9][0-9])"'],
    files: junitFiles,
    passed: /1 passed/,
  },
  Ruby: {
    file: 'crm_test.rb',
    run: ['ruby', 'crm_test.rb'],
    probe: ['ruby', '-e', 'require "minitest"'],
    passed: /1 runs.* 0 failures, 0 errors/,
  },
  PHP: { file: 'crm_test.php', run: ['php', 'crm_test.php'], probe: ['php', '--version'], passed: /^passed/m },
  Perl: {
    file: 'crm.t',
    run: ['perl', 'crm.t'],
    probe: ['perl', '-MHTTP::Tiny', '-MJSON::PP', '-e', '1'],
    passed: /^1\.\.4/m,
  },
}

const page = readFileSync(join(root, 'docs/how-to/test-your-integration.md'), 'utf8')
const sections = page.split(/^## /m).slice(1)
const folder = mkdtempSync(join(tmpdir(), 'clientele-recipes-'))
const execute = promisify(execFile)
before(() => linkPackage('testing', folder))
after(() => rmSync(folder, { recursive: true, force: true }))

test('every section of the page has its recipe here', () => {
  assert.deepEqual(
    sections.map(text => text.slice(0, text.indexOf('\n'))),
    Object.keys(recipes),
  )
})

const { NODE_TEST_CONTEXT: _ofThisRun, ...env } = cleanEnv({ CLIENTELE_BIN: join(root, 'bin/clientele') })

for (const [i, [name, recipe]] of Object.entries(recipes).entries()) {
  const [command = '', ...args] = recipe.probe
  const isMissing = spawnSync(command, args, { env }).status !== 0
  test(`the recipe for ${name} passes${isMissing ? ', not run: its tool is not installed' : ''}`, async () => {
    const [, code = ''] = /```\w+\n([\s\S]*?)```/.exec(sections[i] ?? '') ?? []
    assert.ok(code.includes(recipe.file), 'the first lines of the recipe name its file')
    if (isMissing) return
    const own = join(folder, `recipe-${i}`)
    for (const [path, text] of Object.entries({ ...recipe.files, [recipe.file]: code })) {
      mkdirSync(dirname(join(own, path)), { recursive: true })
      writeFileSync(join(own, path), text)
    }
    const [program = '', ...more] = recipe.run
    const { stdout, stderr } = await execute(program, more, { cwd: own, env }).catch(
      (e: { stdout: string; stderr: string }) => e,
    )
    assert.match(stdout + stderr, recipe.passed)
  })
}
