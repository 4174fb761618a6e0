// Prints every setting with its value, source and meaning.
import { shown } from '../../config/mask.ts'
import { settingNames, settings, variableName, wireName } from '../../config/settings.ts'
import type { Action } from '../command.ts'

export const listSettings: Action = ({ output, loaded }) => {
  const rows = settingNames.map(name => ({
    name: wireName(name),
    value: shown(name, loaded.values),
    source: loaded.sources[name],
    variable: variableName(name),
    group: settings[name].group,
    allowed: settings[name].kind.allowed,
    doc: settings[name].doc,
  }))
  output.object({ settings: rows })
  let group = ''
  for (const row of rows) {
    if (row.group !== group) output.line(`${group === '' ? '' : '\n'}${row.group}`)
    group = row.group
    const value = row.value === null ? '(nothing)' : String(row.value)
    output.line(`  ${row.name.padEnd(20)} ${value.padEnd(28)} ${row.source}`)
    output.line(`  ${''.padEnd(20)} ${row.doc}`)
  }
  return 0
}
