// Serves documents of clients by https on the loopback address, with a certificate that this process trusts meanwhile.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeCertificate } from './certificate.ts'

interface Document {
  readonly body: string
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
}

export function documentHost() {
  const documents = new Map<string, Document>()
  const asked: string[] = []
  const certificate = makeCertificate()
  const trusted = getCACertificates('default')
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    asked.push(url)
    const found = documents.get(url)
    if (!found) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': found.type, ...found.headers }).end(found.body)
  }
  const key = readFileSync(certificate.key)
  const cert = readFileSync(certificate.cert)
  const server = createServer({ key, cert }, answer)
  return {
    asked,
    async start(): Promise<void> {
      setDefaultCACertificates([...trusted, cert.toString()])
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    },
    close(): void {
      setDefaultCACertificates(trusted)
      server.closeAllConnections()
      server.close()
      certificate.remove()
    },
    /** Publishes a document and returns its address, the client id. */
    publish(path: string, content: object, more: Partial<Document> = {}): string {
      const id = `https://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
      const body = JSON.stringify({ client_id: id, client_name: 'Helper', ...content })
      documents.set(path, { body, type: 'application/json', headers: {}, ...more })
      return id
    },
    remove: (path: string): boolean => documents.delete(path),
  }
}
