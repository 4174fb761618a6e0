// Checks everything a server depends on and prints a remedy for each problem.

import { rebuildRemedy } from '../../model/store-check/deep-checks.ts'
import type { Action, CommandContext } from '../command.ts'
import { withStore } from '../with-store.ts'
import { checks, deepChecks } from './doctor-checks.ts'
import type { Check } from './doctor-finding.ts'
import { rebuildWords } from './reindex.ts'

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

export const examine: Action = async context => {
  const { product, output, loaded } = context
  const findings = []
  const subject = { settings: loaded.values, sources: loaded.sources, tables: (await product()).tables }
  const deep = deepChecksOf(context)
  for (const [name, check] of Object.entries({ ...checks, ...deep })) {
    for (const finding of await check(subject)) {
      findings.push({ check: name, ...finding })
      output.line(`${marks[finding.state]}  ${name.padEnd(15)} ${finding.text}`)
      if (finding.todo !== undefined) output.line(`${''.padEnd(22)}-> ${finding.todo}`)
    }
  }
  const failed = findings.filter(finding => finding.state === 'fail').length
  const warned = findings.filter(finding => finding.state === 'warn').length
  const unread = Object.keys(deepChecks).filter(name => !(name in deep))
  output.object({ ok: failed === 0, findings, unread })
  output.line()
  if (unread.length > 0) {
    output.line(
      'Not looked at: the pages, indexes, references and words of the store. "clientele doctor --deep" reads them all.',
    )
  }
  output.line(failed + warned === 0 ? 'Everything is in order.' : `${failed} to mend, ${warned} to consider.`)
  return failed === 0 ? 0 : 1
}

function deepChecksOf(context: CommandContext): Record<string, Check> {
  if (context.options.fix === true) return { ...deepChecks, 'word index': fixWords(context) }
  return context.options.deep === true ? deepChecks : {}
}

/** Compares the word index with the records; if they differ, rebuilds it and compares again. */
const fixWords =
  (context: CommandContext): Check =>
  async subject => {
    const compare = deepChecks['word index']
    const found = await compare(subject)
    if (!found.some(({ todo }) => todo === rebuildRemedy)) return found
    const { records } = await withStore(context, store => rebuildWords(context, store, { restart: true }))
    const left = await compare(subject)
    const rebuilt = { state: 'ok', text: `was rebuilt from ${records.toLocaleString('en-US')} records` } as const
    return left.every(({ state }) => state === 'ok') ? [rebuilt] : left
  }
