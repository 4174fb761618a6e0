// Lists the generated pages of the reference.
import { cliPage } from './cli.ts'
import { clientPage } from './client-reference.ts'
import { conformancePage } from './conformance.ts'
import { dependenciesPage } from './dependencies.ts'
import { entityPages } from './entities.ts'
import { errorsPage } from './errors.ts'
import { oauthErrorsPage } from './oauth-errors.ts'
import { queryPage } from './query.ts'
import { settingsPage } from './settings.ts'

/** Paths under docs/reference, with the functions that generate their text. */
export const pages: Readonly<Record<string, () => string>> = {
  'settings.md': settingsPage,
  'errors.md': errorsPage,
  'oauth-errors.md': oauthErrorsPage,
  'command-line.md': cliPage,
  'client.md': clientPage,
  'query-language.md': queryPage,
  'conformance.md': conformancePage,
  'dependencies.md': dependenciesPage,
  ...entityPages,
}
