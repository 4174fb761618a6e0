// Generates the reference of settings from the settings table.
import type { Setting, SettingGroup } from '../../src/config/setting.ts'
import { settingNames, settings, variableName, wireName } from '../../src/config/settings.ts'
import { notice, table } from './markdown.ts'

/** Descriptions of defaults that depend on other settings. */
const derived: Record<string, string> = {
  publicUrl: 'from host, port and tls-cert',
  store: '`sqlite:<data-dir>/clientele.db`',
  mail: '`file:<data-dir>/outbox`',
}

export function settingsPage(): string {
  const groups = Map.groupBy(settingNames, name => settings[name].group as SettingGroup)
  const sections = [...groups].map(([group, names]) => {
    const rows = names.map(name => [
      `\`--${wireName(name)}\`<br>\`${variableName(name)}\``,
      defaultOf(name),
      (settings[name] as Setting).kind.allowed,
      settings[name].doc,
    ])
    return `## ${group}\n\n${table(['Setting', 'Default', 'Allowed', 'Meaning'], rows)}`
  })
  return `# Settings

${notice}

Every setting has a flag of \`clientele serve\`, a variable, and a member of the settings file (\`clientele.json\` in the
working directory, or the file named by \`--config\` or \`CLIENTELE_CONFIG\`; members are spelled like the flags, without
the dashes in front: \`{"port": 8080, "body-limit": "8MiB"}\`). A flag goes before a variable, a variable before the
file, the file before the default. A bad value stops the start and names itself. \`clientele settings\` shows what is in
force and where each value comes from.

${sections.join('\n\n')}
`
}

function defaultOf(name: (typeof settingNames)[number]): string {
  const { default: value, kind } = settings[name] as Setting
  if (typeof value === 'function') return derived[name] ?? 'from other settings'
  return value === null ? 'nothing' : `\`${kind.show(value)}\``
}
