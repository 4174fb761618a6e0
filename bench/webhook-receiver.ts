// Receives webhooks for the bench and answers a GET with their number and the ages of a sample. It reads requests without an
// HTTP library, so that it takes little processor time from the measured programs.
import { createServer, type Socket } from 'node:net'

const headEnd = '\r\n\r\n'
const good = 'HTTP/1.1 204 No Content\r\n\r\n'
/** The age of every twentieth event is measured. */
const sampled = 20

let received = 0
let ages: number[] = []

function answer(head: string, body: string): string {
  if (head.startsWith('GET')) {
    const figures = JSON.stringify({ received, ages })
    ages = []
    return `HTTP/1.1 200 OK\r\ncontent-length: ${figures.length}\r\n\r\n${figures}`
  }
  if (received++ % sampled === 0) {
    const written = /"timestamp":"([^"]+)"/.exec(body)?.[1] ?? ''
    ages.push(Date.now() - Date.parse(written))
  }
  return good
}

function serve(socket: Socket): void {
  let waiting = ''
  socket.setNoDelay(true)
  // Latin 1 keeps one character for each byte.
  socket.setEncoding('latin1').on('data', (text: string) => {
    waiting += text
    for (;;) {
      const end = waiting.indexOf(headEnd)
      if (end < 0) return
      const head = waiting.slice(0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      const begin = end + headEnd.length
      if (waiting.length < begin + length) return
      socket.write(answer(head, waiting.slice(begin, begin + length)))
      waiting = waiting.slice(begin + length)
    }
  })
  socket.on('error', () => {})
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => {
  const address = server.address() as { port: number }
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }))
})
process.on('SIGTERM', () => process.exit(0))
