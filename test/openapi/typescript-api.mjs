// Gives programs that import `typescript` the last version with an API in JavaScript, which @ts-morph/common brings.
import { registerHooks } from 'node:module'

const source = `import { createRequire } from 'node:module'
export default createRequire(${JSON.stringify(import.meta.url)})('@ts-morph/common').ts`
const url = `data:text/javascript,${encodeURIComponent(source)}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, format: 'module', shortCircuit: true } : next(specifier, context),
})
