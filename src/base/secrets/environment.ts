// Gives child processes an environment without the settings of the server.

/** The settings may be secret, and the environment of a process can be read by others. */
export const environmentWithoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CLIENTELE_')))
