// Lists the languages with regions and the time zones from which people choose, with their names.

const tags = [
  ...['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IE', 'en-IN', 'en-NZ', 'en-ZA', 'de-DE', 'de-AT', 'de-CH'],
  ...['fr-FR', 'fr-BE', 'fr-CA', 'fr-CH', 'es-ES', 'es-AR', 'es-CL', 'es-CO', 'es-MX', 'es-US', 'it-IT', 'it-CH'],
  ...['nl-NL', 'nl-BE', 'pt-PT', 'pt-BR', 'da-DK', 'nb-NO', 'sv-SE', 'fi-FI', 'pl-PL', 'cs-CZ', 'sk-SK', 'hu-HU'],
  ...[
    'ro-RO',
    'hr-HR',
    'sl-SI',
    'bg-BG',
    'el-GR',
    'tr-TR',
    'uk-UA',
    'ja-JP',
    'ko-KR',
    'zh-CN',
    'zh-TW',
    'he-IL',
    'ar-AE',
  ],
]

interface Choice {
  readonly value: string
  readonly label: string
}

/** `Deutsch (Österreich)`, in the order of their names; with the person's own even if it is a rare one. */
export function cultureChoices(language: string, own: string): readonly Choice[] {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return [...new Set([...tags, own])]
    .filter(tag => tag !== '')
    .map(value => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

export function timeZoneChoices(own: string): readonly Choice[] {
  const zones = [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])]
  return zones.filter(zone => zone !== '').map(value => ({ value, label: value.replaceAll('_', ' ') }))
}
