// Receives webhooks for the bench, counts them, and tells the count to whoever asks.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let received = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(String(received))
    return
  }
  request.resume().on('end', () => {
    received++
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit(0))
