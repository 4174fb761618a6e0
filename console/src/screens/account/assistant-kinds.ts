// Knows how each assistant takes the address of the server: a field, a command, or a file of settings.

export const assistantKinds = ['claude', 'chatgpt', 'claudeCode', 'vscode', 'cursor', 'codex', 'other'] as const
export type AssistantKind = (typeof assistantKinds)[number]

/** The name under which the assistant lists the server. */
const listedAs = 'crm'

const pretty = (value: object): string => JSON.stringify(value, null, 2)

/** What the person copies; the address itself where the assistant asks for it. */
export function pasted(kind: AssistantKind, address: string): string {
  switch (kind) {
    case 'claudeCode':
      return `claude mcp add --transport http ${listedAs} ${address}`
    case 'codex':
      return `codex mcp add ${listedAs} --url ${address}`
    case 'vscode':
      return pretty({ servers: { [listedAs]: { type: 'http', url: address } } })
    case 'cursor':
      return pretty({ mcpServers: { [listedAs]: { url: address } } })
    default:
      return address
  }
}
