// Names the browser and the system of a User-Agent, as far as people know them by name.

/** The first that matches: most browsers also name those that they are like. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export interface AgentWords {
  readonly unknown: string
  readonly on: (browser: string, system: string) => string
}

/** `Firefox on Windows`; the text itself when nothing in it is known. */
export function agentName(agent: string | null, words: AgentWords): string {
  const found = (list: typeof browsers): string | undefined => list.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const browser = found(browsers)
  const system = found(systems)
  if (browser && system) return words.on(browser, system)
  return browser ?? system ?? (agent || words.unknown)
}
