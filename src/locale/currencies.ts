// Lists the currencies of ISO 4217 with their names, from Intl.

let codes: ReadonlySet<string> | undefined

export function currencyCodes(): ReadonlySet<string> {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes
}

export function currencyName(code: string, culture: string): string {
  return new Intl.DisplayNames([culture], { type: 'currency' }).of(code) ?? code
}
