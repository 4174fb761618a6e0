// Generates the sources of the packages that follow from the server: its model, its error codes, its answers in test mode.
import { readFileSync } from 'node:fs'
import { errorRegistry } from '../../src/base/error-codes.ts'
import { modelTypes } from '../../src/contracts/model-types.ts'
import { Model } from '../../src/model/model.ts'

const made = 'Made by `npm run docs`. Change the source, not this file.'

/** Paths under packages, with the functions that generate their text. */
export const packageSources: Readonly<Record<string, () => string>> = {
  'client/src/model.ts': () =>
    `// Declares the built-in model: entities, fields, sub-fields, operators. ${made}\n${modelTypes(new Model([]), () => null, 'Model')}`,
  'client/src/error-codes.ts': errorCodes,
  'testing/src/wire.ts': testModeAnswers,
}

function errorCodes(): string {
  const lines = Object.entries(errorRegistry).map(([name, { code }]) => `  ${name}: ${code},`)
  return `// Lists the error codes of the data API by name. ${made}
export const errorCodes = {
${lines.join('\n')}
} as const

export type ErrorName = keyof typeof errorCodes
`
}

/** The declarations alone, since the package is published without the server. */
function testModeAnswers(): string {
  const declared = readFileSync(new URL('../../src/testing/wire.ts', import.meta.url), 'utf8')
  return declared.replace(/^.*\n/, `// Declares what the control API of a test server answers. ${made}\n`)
}
