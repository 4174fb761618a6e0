// Loads the editor packages of the console, which are installed in its own folder, and makes states and completions of JSON texts.
import type { completeFrom } from '../../../console/src/explorer/completion.ts'
import type { placeAt } from '../../../console/src/explorer/place.ts'

type State = Parameters<typeof placeAt>[0]
type Complete = ReturnType<typeof completeFrom>
type Completions = NonNullable<Awaited<ReturnType<Complete>>>

const load = (name: string): Promise<Record<string, never>> =>
  import(new URL(`../../../console/node_modules/@codemirror/${name}/dist/index.js`, import.meta.url).href)

interface StateClass {
  create(config: { doc: string; selection?: { anchor: number }; extensions: unknown }): State
}
type ContextClass = new (state: State, pos: number, explicit: boolean) => Parameters<Complete>[0]

const EditorState = (await load('state')).EditorState as unknown as StateClass
const json = (await load('lang-json')).json as unknown as () => unknown
const CompletionContext = (await load('autocomplete')).CompletionContext as unknown as ContextClass

/** The state of an editor with this text, in which `|` is the cursor. */
export function stateOf(text: string): { state: State; pos: number } {
  const pos = text.indexOf('|')
  const doc = text.replace('|', '')
  return { state: EditorState.create({ doc, selection: { anchor: Math.max(0, pos) }, extensions: json() }), pos }
}

/** What is offered at the cursor, and the text after one of it was chosen. */
export async function completionsAt(complete: Complete, text: string, explicit = true) {
  const { state, pos } = stateOf(text)
  const result = await complete(new CompletionContext(state, pos, explicit))
  const labels = result?.options.map(({ label }) => label) ?? null
  return { result, labels, choose: (label: string) => chosen(state, result as Completions, label) }
}

/** The text and the cursor after a completion was applied. */
function chosen(state: State, { options }: Completions, label: string): string {
  const option = options.find(one => one.label === label)
  if (typeof option?.apply !== 'function') throw new Error(`${label} is not offered`)
  let next = state
  const dispatch = (spec: Parameters<State['update']>[0]): void => {
    next = state.update(spec).state
  }
  option.apply({ state, dispatch } as never, option, 0, 0)
  const { head } = next.selection.main
  return `${next.sliceDoc(0, head)}|${next.sliceDoc(head)}`
}
