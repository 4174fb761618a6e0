// Makes the paths of pages: of screens of a database, and of records.

/** The screens that show one record, by entity. */
const recordScreens: Readonly<Record<string, string>> = {
  AbEntry: 'entries',
  Opportunity: 'opportunities',
  Case: 'cases',
  Lead: 'leads',
  Task: 'tasks',
  Appointment: 'appointments',
  Campaign: 'campaigns',
  Custom: 'custom',
  CustomChild: 'custom-children',
  RequestLog: 'requests',
  Workflow: 'setup/workflows',
}

export const databaseAddress = (database: string, path = ''): string => `/d/${database}${path === '' ? '' : `/${path}`}`

/** The path of a record below its database, or null for an entity without a screen. A key needs no padding in an address. */
export function recordPath(entity: string, key: string): string | null {
  const screen = recordScreens[entity]
  return screen === undefined ? null : `${screen}/${key.replace(/=+$/, '')}`
}

/** The key in an address, as the server spells it. */
export const keyInAddress = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')

/** The entity whose records a screen shows, by the path of an address; empty for any other screen. */
export function entityInPath(path: string): string {
  const [, , , screen] = path.split('/')
  return Object.keys(recordScreens).find(entity => recordScreens[entity] === screen) ?? ''
}
