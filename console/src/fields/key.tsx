// Shows the key of a record, which programs use.
import { type Kind, type ShownProps, shownText } from './field.ts'

function KeyView({ value }: ShownProps) {
  return <code className="code">{shownText(value)}</code>
}

export const key: Kind = {
  select: () => 1,
  text: shownText,
  Cell: KeyView,
  View: KeyView,
  operators: ['is', 'not'],
  width: 200,
}
