// Starts a Redis server where the machine has one, with as much of a client as the recipe of the client package needs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { until } from './until.ts'

interface Redis {
  get(key: string): Promise<string | null>
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  close(): void
}

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

export async function startRedis(folder: string): Promise<Redis> {
  const path = join(folder, 'redis.sock')
  const child = spawn('redis-server', ['--port', '0', '--unixsocket', path, '--dir', folder, '--save', ''])
  const socket = await until(() => opened(path), 'Redis')
  return clientOn(socket, child)
}

const opened = (path: string): Promise<Socket | null> =>
  new Promise(resolve => {
    const socket = connect(path)
    socket.once('error', () => resolve(null))
    socket.once('connect', () => resolve(socket))
  })

/** One command at a time, in the protocol RESP; answers are numbers, texts or null. */
function clientOn(socket: Socket, child: ChildProcess): Redis {
  let last: Promise<unknown> = Promise.resolve()
  const send = (...words: string[]): Promise<unknown> => {
    const text = `*${words.length}\r\n${words.map(word => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
    last = last.then(
      () =>
        new Promise(resolve => {
          let answer = ''
          const take = (bytes: Buffer) => {
            answer += String(bytes)
            const value = answerIn(answer)
            if (value === undefined) return
            socket.off('data', take)
            resolve(value)
          }
          socket.on('data', take)
          socket.write(text)
        }),
    )
    return last
  }
  return {
    get: async key => (await send('GET', key)) as string | null,
    eval: (script, { keys, arguments: values }) => send('EVAL', script, String(keys.length), ...keys, ...values),
    close: () => {
      socket.destroy()
      child.kill()
    },
  }
}

/** Undefined while the answer is not whole. */
function answerIn(answer: string): unknown {
  if (!answer.endsWith('\r\n')) return undefined
  if (answer.startsWith(':')) return Number(answer.slice(1))
  if (answer.startsWith('$-1')) return null
  const [, size = '', text = ''] = /^\$(\d+)\r\n(.*)\r\n$/s.exec(answer) ?? []
  if (size !== '') return Buffer.byteLength(text) === Number(size) ? text : undefined
  throw new Error(`Redis answered ${answer}`)
}
