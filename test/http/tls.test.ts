// https by the server itself, and what a trusted proxy may say.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Route } from '../../src/http/route.ts'
import { serveRoutes } from '../support/routes.ts'
import { startServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-tls-'))
after(() => rmSync(folder, { recursive: true }))

function certificate(kind: 'ec' | 'rsa' = 'ec'): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const fresh = kind === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] : ['rsa:2048']
  const args = ['req', '-x509', '-newkey', ...fresh, '-nodes', '-days', '2']
  execFileSync('openssl', [...args, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { cert, key }
}

describe('https', () => {
  test('with a certificate and its key the server speaks https and sends HSTS', async () => {
    const { cert, key } = certificate()
    const server = await startServer({ engine: 'sqlite', settings: { tlsCert: cert, tlsKey: key } })
    try {
      assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/)
      const answer = await new Promise<{ body: string; hsts: string | undefined }>((resolve, reject) => {
        const request = get(`${server.url}/healthz`, { ca: readFileSync(cert), agent: false }, async response => {
          resolve({ body: await text(response), hsts: response.headers['strict-transport-security'] })
        })
        request.on('error', reject)
      })
      assert.equal(answer.body, '{"status":"ok"}')
      assert.match(answer.hsts ?? '', /max-age=31536000/)
      await assert.rejects(fetch(server.url.replace('https:', 'http:')), 'plain http was answered')
    } finally {
      await server.close()
    }
  })

  test('TLS 1.2 is spoken with forward secrecy only, and older versions not at all', async () => {
    const { cert, key } = certificate('rsa')
    const server = await startServer({ engine: 'sqlite', settings: { tlsCert: cert, tlsKey: key } })
    const port = Number(new URL(server.url).port)
    const speak = (options: ConnectionOptions) =>
      new Promise<string | null>(resolve => {
        const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => {
          resolve(socket.getCipher().name)
          socket.destroy()
        })
        socket.on('error', () => resolve(null))
      })
    const old = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const
    try {
      for (const ciphers of ['AES128-SHA', 'AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES128-SHA']) {
        assert.equal(await speak({ ...old, ciphers }), null, ciphers)
      }
      const weakFirst = 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384'
      assert.equal(await speak({ ...old, ciphers: weakFirst }), 'ECDHE-RSA-AES256-GCM-SHA384')
      assert.equal(await speak({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }), null)
      assert.equal(await speak({}), 'TLS_AES_256_GCM_SHA384')
    } finally {
      await server.close()
    }
  })

  test('a certificate that cannot be read stops the start and names its setting', async () => {
    const key = join(folder, 'some.pem')
    writeFileSync(key, 'x')
    const settings = { tlsCert: join(folder, 'none.pem'), tlsKey: key }
    await assert.rejects(
      startServer({ engine: 'sqlite', settings }),
      /Bad setting tls-cert: .*none\.pem cannot be read/,
    )
  })
})

describe('behind a proxy', () => {
  const who: Route = {
    method: 'GET',
    path: '/who',
    body: 'none',
    auth: 'none',
    face: 'plain',
    operation: 'who',
    handler: request => ({ status: 200, headers: {}, body: `${request.protocol} ${request.address}` }),
  }
  const ask = async (trustedProxy: string | null) => {
    const server = await serveRoutes([who], { trustedProxy })
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    const answer = await (await fetch(`${server.url}/who`, { headers })).text()
    await server.close()
    return answer
  }

  test('X-Forwarded headers count from a trusted proxy only', async () => {
    assert.equal(await ask(null), 'http 127.0.0.1')
    assert.equal(await ask('10.0.0.0/8'), 'http 127.0.0.1')
    assert.equal(await ask('10.0.0.0/8,127.0.0.1'), 'https 203.0.113.9')
  })
})
