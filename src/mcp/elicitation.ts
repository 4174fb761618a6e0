// Has the client of a request ask its person a question that is answered by yes or no (elicitation).
import type { ClientCapabilities, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Reply } from './data-call.ts'
import type { Question } from './tool.ts'

export type Library = typeof import('@modelcontextprotocol/server')

/**
 * Whether the client says with its request that it shows forms to its person. In the dialects before 2026 it says so in a
 * handshake, of which a server without sessions knows nothing.
 */
export function canAsk({ CLIENT_CAPABILITIES_META_KEY }: Library, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined
  const elicitation = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

export const replyIn =
  ({ inputResponse }: Library, { mcpReq }: ServerContext) =>
  (question: string): Reply => {
    const answer = inputResponse(mcpReq.inputResponses, question)
    if (answer.kind !== 'elicit') return 'not asked'
    return answer.action === 'accept' ? 'yes' : 'no'
  }

/** A form without fields: to send it is to say yes. */
export const asked = ({ inputRequired }: Library, { name, message }: Question): InputRequiredResult => {
  const requestedSchema = { type: 'object' as const, properties: {} }
  return inputRequired({ inputRequests: { [name]: inputRequired.elicit({ mode: 'form', message, requestedSchema }) } })
}
