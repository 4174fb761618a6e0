// Proves that requests to foreign URLs reach no inner host, by hostile URLs, names and a name server that changes its answers (DNS rebinding).
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createOutbound, type Outbound, OutboundFailure } from '../../src/outbound/outbound.ts'
import { createResolveHost, type ResolveHost } from '../../src/outbound/resolve-host.ts'
import { isPublicAddress } from '../../src/outbound/special-addresses.ts'
import { makeCertificate } from '../support/certificate.ts'
import { startNameServer } from '../support/name-server.ts'
import { hostileAddresses, hostileUrls } from './hostile-urls.ts'

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port
const request = { method: 'POST', headers: {}, body: '{}', maxBytes: 1024, longer: 'fail' } as const
const refused = (error: unknown) => error instanceof OutboundFailure && error.reason === 'refused'

/** Names by the servers of this machine; none of them knows a public name in a test. */
const noNames: ResolveHost = createResolveHost()

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void, host = '127.0.0.1') {
  const server = createServer(handler)
  await once(server.listen(0, host), 'listening')
  return server
}

describe('hostile URLs', () => {
  let sentinel: Server
  let reached = 0
  before(async () => {
    sentinel = createServer((_request, response) => void response.end('secret'))
    sentinel.on('connection', () => reached++)
    await once(sentinel.listen(0), 'listening')
  })
  after(() => {
    sentinel.closeAllConnections()
    sentinel.close()
  })

  test('two hundred of them fail, and none makes a connection', async () => {
    const outbound = createOutbound({ outboundNetworks: null, outboundHttp: true, resolveHost: noNames })
    const urls = hostileUrls(portOf(sentinel))
    assert.ok(urls.length >= 200, `${urls.length} URLs`)
    for (const url of urls) {
      await assert.rejects(outbound.send({ ...request, url }), OutboundFailure, url)
    }
    assert.equal(reached, 0)
    // The sentinel can be reached, so that the zero means something.
    const open = createOutbound({ outboundNetworks: '127.0.0.0/8', outboundHttp: true })
    assert.equal((await open.send({ ...request, url: `http://127.0.0.1:${portOf(sentinel)}/` })).status, 200)
    assert.equal(reached, 1)
    open.close()
    outbound.close()
    reached = 0
  })

  test('names whose records are inner addresses lead nowhere, alone and together', async () => {
    const all = [...hostileAddresses.ipv4, ...hostileAddresses.ipv6]
    const names = await startNameServer((name, type) => {
      const address = all[Number(name.split('.')[0])] as string
      if (name.startsWith('all.')) return type === 'A' ? hostileAddresses.ipv4.slice(0, 20) : []
      return (type === 'AAAA') === address.includes(':') ? [address] : []
    })
    const resolveHost = createResolveHost(names.resolver)
    const outbound = createOutbound({ outboundNetworks: null, outboundHttp: true, resolveHost })
    for (const [i, address] of all.entries()) {
      assert.equal(isPublicAddress(address), false, address)
      const url = `http://${i}.inner.test:${portOf(sentinel)}/`
      await assert.rejects(outbound.send({ ...request, url }), refused, address)
    }
    await assert.rejects(outbound.send({ ...request, url: `http://all.inner.test:${portOf(sentinel)}/` }), refused)
    assert.equal(reached, 0)
    names.close()
    outbound.close()
  })

  test('public addresses are public', () => {
    const open = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1']
    for (const address of [...open, '2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1', '2003::1']) {
      assert.equal(isPublicAddress(address), true, address)
    }
    for (const text of ['', 'example.com', '1.2.3', '::g']) assert.equal(isPublicAddress(text), false, text)
  })
})

describe('a name server that changes its answers (DNS rebinding)', () => {
  // 127.0.0.1 is allowed and stands for a public address. 127.0.0.2 is the inner host.
  let allowed: Server
  let inner: Server
  let hits = { allowed: 0, inner: 0 }
  before(async () => {
    allowed = await listen((_request, response) => {
      hits.allowed++
      response.setHeader('connection', 'close').end('open')
    })
    inner = createServer((_request, response) => {
      hits.inner++
      response.end('secret')
    })
    inner.on('connection', () => hits.inner++)
    await once(inner.listen(portOf(allowed), '127.0.0.2'), 'listening')
  })
  after(() => {
    for (const server of [allowed, inner]) {
      server.closeAllConnections()
      server.close()
    }
  })

  test('each request resolves the name once and connects to the address that was checked', async () => {
    const names = await startNameServer((_name, type, nth) =>
      type === 'A' ? [nth % 2 === 0 ? '127.0.0.1' : '127.0.0.2'] : [],
    )
    const resolveHost = createResolveHost(names.resolver)
    const outbound = createOutbound({ outboundNetworks: '127.0.0.1', outboundHttp: true, resolveHost })
    const url = `http://rebind.test:${portOf(allowed)}/`
    hits = { allowed: 0, inner: 0 }
    for (let i = 0; i < 20; i++) {
      const sent = outbound.send({ ...request, url })
      if (i % 2 === 0) assert.equal((await sent).body.toString(), 'open')
      else await assert.rejects(sent, refused)
    }
    assert.deepEqual(hits, { allowed: 10, inner: 0 })
    assert.equal(names.asked.get('rebind.test A'), 20)
    names.close()
    outbound.close()
  })

  test('of several addresses only the permitted ones are tried', async () => {
    const names = await startNameServer((_name, type) =>
      type === 'A' ? ['127.0.0.2', '10.0.0.1', '127.0.0.1'] : ['::1', '::ffff:127.0.0.2', 'fd00::1'],
    )
    const resolveHost = createResolveHost(names.resolver)
    const outbound = createOutbound({ outboundNetworks: '127.0.0.1/32', outboundHttp: true, resolveHost })
    hits = { allowed: 0, inner: 0 }
    for (let i = 0; i < 10; i++) {
      const answer = await outbound.send({ ...request, url: `http://many.test:${portOf(allowed)}/` })
      assert.equal(answer.body.toString(), 'open')
    }
    assert.deepEqual(hits, { allowed: 10, inner: 0 })
    names.close()
    outbound.close()
  })
})

describe('requests to foreign hosts', () => {
  let outbound: Outbound
  before(() => {
    outbound = createOutbound({
      outboundNetworks: '127.0.0.0/8, ::1',
      outboundHttp: true,
      connectMs: 300,
      answerMs: 500,
    })
  })
  after(() => outbound.close())

  const against = async (
    handler: (request: IncomingMessage, response: ServerResponse) => void,
    use: (url: string) => Promise<void>,
  ) => {
    const server = await listen(handler)
    await use(`http://127.0.0.1:${portOf(server)}/`)
    server.closeAllConnections()
    server.close()
  }

  test('https is asked for unless the setting allows http', async () => {
    const strict = createOutbound({ outboundNetworks: '127.0.0.1', outboundHttp: false })
    assert.equal(strict.complaint('http://127.0.0.1/'), 'it is not https, and the setting outbound-http is off')
    await assert.rejects(strict.send({ ...request, url: 'http://127.0.0.1:1/' }), refused)
    strict.close()
  })

  test('a certificate is checked against the name of the URL', async () => {
    const files = makeCertificate()
    const [cert, key] = [readFileSync(files.cert), readFileSync(files.key)]
    const server = createTlsServer({ cert, key }, (_request, response) => void response.end('sealed'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const names = await startNameServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []))
    const ready = {
      outboundNetworks: '127.0.0.1',
      outboundHttp: false,
      resolveHost: createResolveHost(names.resolver),
    }
    const trusting = createOutbound({ ...ready, ca: cert.toString() })
    const strange = createOutbound(ready)
    const url = (host: string) => `https://${host}:${portOf(server)}/`
    assert.equal((await trusting.send({ ...request, url: url('localhost') })).body.toString(), 'sealed')
    assert.equal((await trusting.send({ ...request, url: url('127.0.0.1') })).body.toString(), 'sealed')
    await assert.rejects(trusting.send({ ...request, url: url('other.test') }), /ERR_TLS_CERT_ALTNAME_INVALID/)
    await assert.rejects(strange.send({ ...request, url: url('localhost') }), /DEPTH_ZERO_SELF_SIGNED_CERT/)
    for (const each of [trusting, strange, names, server, files]) 'close' in each ? each.close() : each.remove()
    server.closeAllConnections()
  })

  test('a redirect is not followed', () =>
    against(
      (asked, response) => {
        assert.equal(asked.url, '/')
        response.writeHead(302, { location: '/inner' }).end()
      },
      async url => {
        const answer = await outbound.send({ ...request, url })
        assert.equal(answer.status, 302)
        assert.equal(answer.headers.location, '/inner')
      },
    ))

  test('a long answer is cut, or fails, and its connection ends', () =>
    against(
      (_asked, response) => {
        const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
        response.on('close', () => clearInterval(timer))
      },
      async url => {
        const cut = await outbound.send({ ...request, url, longer: 'cut' })
        assert.deepEqual([cut.body.length, cut.isCut], [1024, true])
        await assert.rejects(outbound.send({ ...request, url }), { reason: 'too-long' })
      },
    ))

  test('an answer has its time, whether its head or its body is held back', async () => {
    await against(
      () => {},
      url => assert.rejects(outbound.send({ ...request, url }), { reason: 'timeout', message: /within 0.5 s/ }),
    )
    await against(
      (_asked, response) => {
        const timer = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(timer))
      },
      url => assert.rejects(outbound.send({ ...request, url }), { reason: 'timeout' }),
    )
    await against(
      (_asked, response) => {
        const timer = setInterval(() => response.writeProcessing(), 50)
        response.on('close', () => clearInterval(timer))
      },
      url => assert.rejects(outbound.send({ ...request, url }), { reason: 'timeout' }),
    )
  })

  test('a connection has its time, the TLS handshake included', async () => {
    const mute = createSocketServer()
    const held: { destroy(): void }[] = []
    mute.on('connection', socket => held.push(socket))
    await once(mute.listen(0, '127.0.0.1'), 'listening')
    const url = `https://127.0.0.1:${portOf(mute)}/`
    await assert.rejects(outbound.send({ ...request, url }), { reason: 'timeout', message: /within 0.3 s/ })
    for (const socket of held) socket.destroy()
    mute.close()
  })

  test('a host that refuses, hangs up or is unknown is unreachable', async () => {
    const server = await listen(() => {})
    const url = `http://127.0.0.1:${portOf(server)}/`
    await new Promise(done => server.close(done))
    await assert.rejects(outbound.send({ ...request, url }), { reason: 'unreachable', message: /ECONNREFUSED/ })
    await against(
      asked => asked.socket.destroy(),
      closed => assert.rejects(outbound.send({ ...request, url: closed }), { reason: 'unreachable' }),
    )
    const gone = { ...request, url: 'http://no-such-host.invalid/' }
    const patient = createOutbound({ outboundNetworks: null, outboundHttp: true })
    await assert.rejects(patient.send(gone), { reason: 'unreachable' })
    patient.close()
  })

  test('connections are kept for the next request', async () => {
    let connections = 0
    const server = await listen((_asked, response) => void response.end('ok'))
    server.on('connection', () => connections++)
    for (let i = 0; i < 5; i++) await outbound.send({ ...request, url: `http://127.0.0.1:${portOf(server)}/` })
    assert.equal(connections, 1)
    server.closeAllConnections()
    server.close()
  })

  test('proxy variables are not followed', async () => {
    let proxied = 0
    const proxy = await listen((_asked, response) => {
      proxied++
      response.end('proxy')
    })
    const kept = { ...process.env }
    Object.assign(process.env, { HTTP_PROXY: `http://127.0.0.1:${portOf(proxy)}`, NODE_USE_ENV_PROXY: '1' })
    await against(
      (_asked, response) => void response.end('direct'),
      async url => {
        assert.equal((await outbound.send({ ...request, url })).body.toString(), 'direct')
      },
    )
    process.env = kept
    assert.equal(proxied, 0)
    proxy.close()
  })
})
