// Generates the sources of the client package that follow from the server: the built-in model and the error codes.
import { errorRegistry } from '../../src/base/errors.ts'
import { modelTypes } from '../../src/contracts/model-types.ts'
import { Model } from '../../src/model/model.ts'

const made = 'Made by `npm run docs`. Change the source, not this file.'

/** Paths under packages/client/src, with the functions that generate their text. */
export const clientSources: Readonly<Record<string, () => string>> = {
  'model.ts': () =>
    `// Declares the built-in model: entities, fields, sub-fields, operators. ${made}\n${modelTypes(new Model([]), () => null, 'Model')}`,
  'error-codes.ts': errorCodes,
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
