// Serves the MCP server of an installation over standard input and output, with a personal token.
import { bridge } from '../../mcp/stdio-bridge.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { messageIn, serverUrl, tokenOf, unreachable } from '../remote-server.ts'

/** Longer than any query may run. */
const answerMs = 120_000

export const mcp: Action = async ({ options, output }) => {
  const { origin } = serverUrl('--url', String(options.url))
  const send = sender(`${origin}/mcp`, tokenOf(options.tokenFile, 'mcp'))
  // What is wrong is said before the assistant begins, where its user sees it.
  await send(JSON.stringify({ jsonrpc: '2.0', id: 'check', method: 'ping' }), {}, new AbortController().signal)
  output.note(`Connected to ${origin}. The assistant speaks over standard input and output.`)
  await bridge({
    input: process.stdin,
    write: line => void process.stdout.write(line),
    send,
    note: output.note,
  })
  return 0
}

const sender = (endpoint: string, token: string) => {
  const standing = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return async (body: string, headers: Readonly<Record<string, string>>, gone: AbortSignal): Promise<Response> => {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(answerMs)])
    const init = { method: 'POST', headers: { ...standing, ...headers }, body, redirect: 'manual', signal } as const
    const response = await fetch(endpoint, init).catch(error => {
      throw new CommandError(unreachable(endpoint, error))
    })
    if (response.ok) return response
    const text = await response.text()
    // The library of the server answers with a message of the protocol, whatever the status.
    if (text.includes('"jsonrpc"')) return new Response(text, response)
    throw new CommandError(refusalOf(endpoint, response.status, text))
  }
}

function refusalOf(endpoint: string, status: number, text: string): string {
  if (status === 401) {
    const takes = 'a personal token with the scope data or data.readonly that was not made through an application'
    return `The server does not accept the token. It takes ${takes}, and that has not ended.`
  }
  if (status === 404) return `There is no MCP server at ${endpoint}: its operator turns it on with standard-lane.`
  return `${endpoint} answered HTTP ${status}${messageIn(text)}.`
}
