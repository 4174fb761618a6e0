// Checks everything a server depends on and prints a remedy for each problem.
import type { Action } from '../command.ts'
import { checks, deepChecks } from './doctor-checks.ts'

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

export const examine: Action = async ({ product, output, loaded, options }) => {
  const findings = []
  const subject = { settings: loaded.values, sources: loaded.sources, tables: (await product()).tables }
  for (const [name, check] of Object.entries({ ...checks, ...(options.deep === true ? deepChecks : {}) })) {
    for (const finding of await check(subject)) {
      findings.push({ check: name, ...finding })
      output.line(`${marks[finding.state]}  ${name.padEnd(15)} ${finding.text}`)
      if (finding.todo !== undefined) output.line(`${''.padEnd(22)}-> ${finding.todo}`)
    }
  }
  const failed = findings.filter(finding => finding.state === 'fail').length
  const warned = findings.filter(finding => finding.state === 'warn').length
  output.object({ ok: failed === 0, findings })
  output.line()
  output.line(failed + warned === 0 ? 'Everything is in order.' : `${failed} to mend, ${warned} to consider.`)
  return failed === 0 ? 0 : 1
}
