// Makes a certificate for the names of this machine, for one run of the tests.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Certificate {
  /** Files, in PEM. */
  readonly cert: string
  readonly key: string
  remove(): void
}

export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-certificate-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', [...args, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { cert, key, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
