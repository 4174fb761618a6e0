// Edits JSON with CodeMirror: colours, folding, completion, and marks at what is wrong.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { getNonce } from 'get-nonce'
import { useEffect, useRef } from 'react'
import { corrected } from '../api/errors.ts'
import { useLatest } from '../ui/use-latest.ts'
import { completeFrom, type Knowledge } from './completion.ts'
import classes from './explorer.module.css'
import { rangeOf } from './place.ts'

/** A problem that the server found, by the path of its message. */
export interface Mark {
  readonly path: string
  readonly message: string
  readonly suggestion: string | null
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--json-name)' },
  { tag: tags.string, color: 'var(--json-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--json-literal)' },
  { tag: tags.punctuation, color: 'var(--mantine-color-dimmed)' },
])

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 14px 0 6px' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--faint)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 14px', minWidth: '34px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 4px', cursor: 'pointer' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--chosen)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--chosen)', outline: 'none' },
  '.cm-foldPlaceholder': {
    border: 'none',
    backgroundColor: 'var(--chosen)',
    color: 'var(--mantine-color-dimmed)',
    padding: '0 6px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '6px',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--mantine-shadow-lg)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '12.5px',
    maxHeight: '260px',
    minWidth: '280px',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', lineHeight: '1.5' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--chosen)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': { padding: '8px 10px', maxWidth: '320px', fontSize: '12.5px', lineHeight: '1.5' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)', fontSize: '12.5px' },
  '.cm-diagnosticAction': {
    borderRadius: '4px',
    backgroundColor: 'var(--mantine-primary-color-filled)',
    padding: '2px 8px',
  },
})

/** Nothing is wrong with a text that has not been begun. */
const syntaxProblems = (view: EditorView): Diagnostic[] =>
  view.state.doc.toString().trim() === '' ? [] : jsonParseLinter()(view)

function refusals(view: EditorView, marks: readonly Mark[]): Diagnostic[] {
  return marks.flatMap(({ path, message, suggestion }) => {
    const range = rangeOf(view.state, path)
    if (!range) return []
    const replace = (target: EditorView, from: number, to: number): void => {
      const written = target.state.sliceDoc(from, to)
      const text = corrected(written, { path, suggestion })
      target.dispatch({ changes: { from, to, insert: text === written ? JSON.stringify(suggestion) : text } })
    }
    const actions = suggestion === null ? [] : [{ name: suggestion, apply: replace }]
    return [{ ...range, severity: 'error', message, actions }]
  })
}

/** The key that runs the request, in the place of the editor's own meaning of it. */
const runKey = (run: () => void): Extension =>
  Prec.highest(
    keymap.of([
      {
        key: 'Mod-Enter',
        run: () => {
          run()
          return true
        },
      },
    ]),
  )

const shared = (label: string): Extension => [
  EditorView.cspNonce.of(getNonce() ?? ''),
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
  EditorView.lineWrapping,
  highlightSpecialChars(),
  drawSelection(),
  lineNumbers(),
  foldGutter(),
  bracketMatching(),
  json(),
  syntaxHighlighting(colours),
  look,
]

interface EditorProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
  readonly knowledge: Knowledge
  readonly marks: readonly Mark[]
}

export function Editor({ label, value, onChange, onRun, knowledge, marks }: EditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useLatest({ onChange, onRun, knowledge })
  const problems = useRef(new Compartment())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once and receives later values
  useEffect(() => {
    const made = new EditorView({
      parent: host.current as HTMLElement,
      state: EditorState.create({
        doc: value,
        extensions: [
          runKey(() => latest.current.onRun()),
          shared(label),
          history(),
          highlightActiveLine(),
          indentOnInput(),
          closeBrackets(),
          autocompletion({ override: [completeFrom(() => latest.current.knowledge)], icons: false }),
          linter(syntaxProblems, { delay: 300 }),
          problems.current.of([]),
          // Tab leaves the editor, so that the keyboard focus is not caught in it.
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...lintKeymap,
          ]),
          EditorView.updateListener.of(update => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [label])
  useEffect(() => {
    const made = view.current
    const old = made?.state.doc.toString()
    if (made && old !== value) made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const found = linter(target => refusals(target, marks), { delay: 0 })
    view.current?.dispatch({ effects: problems.current.reconfigure(marks.length > 0 ? found : []) })
  }, [marks])
  return <div ref={host} className={classes.editor} />
}

/** A JSON text to read: long ones too, since only the lines in sight are drawn. */
export function JsonText({ label, value }: { label: string; value: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const made = new EditorView({
      parent: host.current as HTMLElement,
      state: EditorState.create({
        doc: value,
        extensions: [EditorState.readOnly.of(true), shared(label), keymap.of([...defaultKeymap, ...foldKeymap])],
      }),
    })
    return () => made.destroy()
  }, [label, value])
  return <div ref={host} className={classes.editor} />
}
