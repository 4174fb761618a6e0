// Finds a free port. Workers share a listening socket only if all of them name its port, so port 0 will not do.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
