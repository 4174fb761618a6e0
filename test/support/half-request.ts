// Keeps a request in flight while a server stops.
import { connect, type Socket } from 'node:net'
import type { ServingChild } from './cli.ts'
import { until } from './until.ts'

/** Sends half a request and waits until the server has it. */
export async function halfRequest(
  server: ServingChild,
): Promise<{ socket: Socket; rest: string; answer: Promise<string> }> {
  const body = '{"Token":"none"}'
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const expect = 'Expect: 100-continue'
  socket.write(`POST /api/TokenValid HTTP/1.1\r\nHost: x\r\n${expect}\r\nContent-Length: ${body.length}\r\n\r\n`)
  let text = ''
  socket.setEncoding('utf8').on('data', data => {
    text += data
  })
  socket.on('error', () => {})
  const begun = 'HTTP/1.1 100 Continue\r\n\r\n'
  const answer = new Promise<string>(resolve => socket.on('close', () => resolve(text.replace(begun, ''))))
  await until(() => text.includes(begun), 'The begin of the request')
  socket.write(body.slice(0, 5))
  return { socket, rest: body.slice(5), answer }
}

/** Comes back when no new connection is taken any more. */
export async function refused(server: ServingChild): Promise<void> {
  await until(async () => {
    const answer = await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } }).catch(() => null)
    await answer?.text()
    return answer === null
  }, 'The refusal of a new connection')
}
