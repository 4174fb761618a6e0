// Gives options of fixed meaning the colour that people expect: high is red, won is green, low is quiet.
import { hueOf } from '../../ui/display/hue.ts'

const blue = 0
const amber = 2
const green = 3
const red = 4
const purple = 5
const quiet = 8

type Hues = Readonly<Record<string, number>>

const caseLevel: Hues = { 57900: quiet, 57901: amber, 57902: red }
const priority: Hues = { 1: red, 2: amber, 3: quiet }

/** By entity and field, then by the key of the option. A database may have more options; they have the colours of their keys. */
const meanings: Readonly<Record<string, Hues>> = {
  'Opportunity/Status': { 0: blue, 2: purple, 3: green, 4: red, 5: quiet, 6: amber },
  'Case/Priority': caseLevel,
  'Case/Severity': caseLevel,
  'Case/Status': { 57997: blue, 57998: blue, 57999: purple, 58000: amber, 58001: green, 58002: quiet },
  'Task/Priority': priority,
  'Task/Status': { 60001: quiet, 60002: purple, 60003: green, 60004: amber, 60005: quiet },
  'Appointment/Priority': priority,
}

/** The colour of an option of a field. */
export const hueOfOption = (entity: string, path: string, key: string): number =>
  meanings[`${entity}/${path}`]?.[key] ?? hueOf(key)
