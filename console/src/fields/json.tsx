// Shows values that have no form of their own yet: objects, and lists of them. A new kind of the server appears so at first.
import type { Kind, ShownProps } from './field.ts'
import { jsonText, valueKinds } from './value-kinds.ts'

function JsonView({ value }: ShownProps) {
  return <code className="code">{jsonText(value)}</code>
}

export const json: Kind = {
  ...valueKinds.json,
  View: JsonView,
}
