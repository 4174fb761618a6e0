// Checks the drivers that a query needs, and says what to send when one is missing.
import type { Problems } from '../../base/errors.ts'

/** The last segment of each implementation's name, by interface; the vendor before it may be any identifier. */
export const driverImplementations: Readonly<Record<string, string>> = {
  IAbEntrySearcher: 'AbEntrySearcher',
  IDocumentSearcher: 'DocumentSearcher',
  IOpportunitySearcher: 'OpportunitySearcher',
  IOpportunityAccess: 'OpportunityAccess',
}

export const driverIdentifier = (driver: string): string =>
  `Service.Model.Access.Sql.${driverImplementations[driver] ?? driver.slice(1)}`

/** Adds one problem for each driver that is needed and was not sent. */
export function driverCheck(
  sent: ReadonlySet<string>,
  problems: Problems,
): (driver: string, path: string, what: string) => void {
  const told = new Set<string>()
  return (driver, path, what) => {
    if (sent.has(driver) || told.has(`${driver}|${path}`)) return
    told.add(`${driver}|${path}`)
    const setting = `"Configuration": {"Drivers": {"${driver}": "${driverIdentifier(driver)}"}}`
    problems.add('DriverRequired', path, `${what} needs the driver ${driver}: send ${setting}.`)
  }
}

/** The configuration of a request of the service itself: every driver, so that no caller has to know which field needs which. */
export const everyDriverNamed = {
  Drivers: Object.fromEntries(Object.keys(driverImplementations).map(name => [name, driverIdentifier(name)])),
}
