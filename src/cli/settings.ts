// Adds `clientele settings`, which prints every setting with its value, source and meaning.
import { shown } from '../config/mask.ts'
import { settingNames, settings, variableName, wireName } from '../config/settings.ts'
import { type AddCommand, type CommandContext, command, everySetting } from './frame.ts'

export const addSettings: AddCommand = (parent, product) => {
  command(parent, product, 'settings', 'List every setting: value, source, meaning.', list, { flags: everySetting })
}

function list({ output, loaded }: CommandContext): undefined {
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
}
