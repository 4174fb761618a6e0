// Restores the flags of `npm start --port 8200`, which npm takes for its own when no `--` stands before them.

/** Flags that are likely to be typed, and the values by which they are recognised. */
const flags = {
  port: /^\d+$/,
  'public-url': /^https?:\/\//,
  store: /^(sqlite|postgres(ql)?):/,
  mail: /^(file|smtps?):/,
  'log-level': /^(fatal|error|warn|info|debug|trace|silent)$/,
  'data-dir': /^/,
  host: /^/,
}

const usage = (problem, example) =>
  new Error(`${problem} What works:\n  npm start -- ${example}\n  npm start ${example.replace(' ', '=')}`)

/**
 * npm turns `--port=8200` into the variable npm_config_port=8200, and `--port 8200` into npm_config_port=true and an
 * argument 8200. Arguments behind `--` arrive as they were typed.
 */
export function npmFlags(argv, env) {
  const given = Object.keys(flags).flatMap(name => {
    const value = env[`npm_config_${name.replaceAll('-', '_')}`]
    return value === undefined ? [] : [{ name, value }]
  })
  const rest = [...argv]
  const restored = given.flatMap(({ name, value }) => {
    if (value !== 'true') return [`--${name}`, value]
    const at = rest.findIndex(word => !word.startsWith('-') && flags[name].test(word))
    if (at < 0) throw usage(`--${name} has no value that fits.`, `--${name} VALUE`)
    return [`--${name}`, ...rest.splice(at, 1)]
  })
  const [first] = rest
  if (first !== undefined && !first.startsWith('-')) {
    throw usage(`npm start takes flags, and "${first}" is none.`, '--port 8200')
  }
  return [...restored, ...rest]
}
