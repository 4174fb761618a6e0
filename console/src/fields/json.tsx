// Shows values that have no form of their own yet: objects, and lists of them. A new kind of the server appears so at first.
import { type Kind, type ShownProps, shownText } from './field.ts'

const jsonText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = shownText(value)
  return text !== '' && text !== '[object Object]' ? text : JSON.stringify(value)
}

function JsonView({ value }: ShownProps) {
  return <code className="code">{jsonText(value)}</code>
}

export const json: Kind = {
  select: () => 1,
  text: jsonText,
  View: JsonView,
  operators: ['empty', 'filled'],
  width: 180,
}
