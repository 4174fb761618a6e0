// Writes a version into manifests, lock files and the changelog.

const parts = version => version.split('.').map(Number)

export function newerThan(version, other) {
  const [a, b] = [parts(version), parts(other)]
  const different = a.findIndex((part, i) => part !== b[i])
  return different >= 0 && a[different] > b[different]
}

/** Changes the version of the package itself, which stands before all others; in a lock file it stands twice. */
export function withVersion(text, version) {
  const manifest = JSON.parse(text)
  const before = manifest.version
  const own = new RegExp(`"version": "${before.replaceAll('.', '\\.')}"`)
  const once = text.replace(own, `"version": "${version}"`)
  if (manifest.packages?.['']?.version !== before) return once
  const root = once.indexOf('"": {')
  return once.slice(0, root) + once.slice(root).replace(own, `"version": "${version}"`)
}

const unreleased = '## Unreleased'

/** "Unreleased" becomes the section of the version, unless the changelog has one. It must say something. */
export function releaseSection(text, version, date) {
  const heading = `## ${version}`
  const has = new RegExp(`^${heading.replaceAll('.', '\\.')}( |$)`, 'm').test(text)
  const written = has ? text : text.replace(`${unreleased}\n`, `${unreleased}\n\n${heading} (${date})\n`)
  const section = written.slice(written.indexOf(heading)).split(/^## /m)[1] ?? ''
  if (!/^- /m.test(section))
    throw new Error(`CHANGELOG.md says nothing about ${version}: write it below "${unreleased}".`)
  return written.replace(`(${date})\n\nThe first release will have this.\n`, `(${date})\n\nThe first release.\n`)
}
