// Sends requests to the API by the session of the browser, with help in writing them.
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useShownRequest } from '../api/requests.ts'
import { Answer } from '../explorer/answer.tsx'
import { Editor, type Mark } from '../explorer/editor.tsx'
import classes from '../explorer/explorer.module.css'
import { entityIn, firstEntity, isReading, parseBody, pretty, takesEntity, templateOf } from '../explorer/requests.ts'
import { TokenButton } from '../explorer/token-button.tsx'
import { CopyMenu, Toolbar } from '../explorer/toolbar.tsx'
import { useEntities, useKnowledge, useModel } from '../explorer/use-knowledge.ts'
import { useRequest } from '../explorer/use-request.ts'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loading } from '../ui/states.tsx'

/** Loaded when somebody wants it. */
const ReadForm = lazy(() => import('../explorer/read-form.tsx').then(({ ReadForm: form }) => ({ default: form })))

const noMarks: readonly Mark[] = []

export default function Explorer() {
  const { explorer } = useTexts()
  const request = useRequest()
  const { search, setSearch, text, setText, exchange, setExchange, isRunning, run } = request
  const { operation } = search
  const body = useMemo(() => parseBody(text), [text])
  // While the text is no JSON it is still about what it was about before.
  const last = useRef<string | null>(firstEntity)
  const entity = body ? entityIn(body) : last.current
  last.current = entity
  const entities = useEntities()
  const knowledge = useKnowledge(operation, entities)
  const model = useModel(takesEntity(operation) && entities.some(({ name }) => name === entity) ? entity : null)
  useShownRequest(body && { title: explorer.title, operation, body })
  const send = (): void => void run(operation, text)

  /** Begins another request; a Read is sent at once. */
  const begin = async (nextOperation: string, nextEntity: string | null): Promise<void> => {
    const next = pretty(templateOf(nextOperation, nextEntity === null ? null : await knowledge.model(nextEntity)))
    setExchange(null)
    setSearch({ operation: nextOperation }, { replace: false })
    setText(next)
    if (isReading(nextOperation) && nextOperation !== 'Validate') void run(nextOperation, next)
  }

  // A link to a Read shows its answer; without a link there is a first Read to begin with.
  const opened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the entities are known
  useEffect(() => {
    if (opened.current || entities.length === 0) return
    opened.current = true
    if (text === '') void begin(operation, takesEntity(operation) ? firstEntity : null)
    else if (isReading(operation)) send()
  }, [entities])

  const shortcuts = useMemo(
    () => [{ keys: 'mod+enter', label: explorer.run, inFields: true, run: () => void run(operation, text) }],
    [explorer, operation, text, run],
  )
  useShortcuts(shortcuts)
  const isForm = search.edit === 'form' && operation === 'Read'
  return (
    <Page
      title={explorer.title}
      layout="flush"
      actions={
        <>
          <a className={classes.reference} href="/reference" target="_blank" rel="noopener">
            {explorer.reference}
            <Icon name="external" size={12} />
          </a>
          <TokenButton />
          <CopyMenu operation={operation} text={text} />
        </>
      }
      bar={
        <Toolbar
          operation={operation}
          entity={entity}
          entities={entities}
          edit={search.edit}
          isRunning={isRunning}
          canRun={body !== null || text === ''}
          onBegin={(next, about) => void begin(next, about)}
          onEdit={edit => setSearch({ edit })}
          onRun={send}
        />
      }
    >
      <div className={classes.panes}>
        <section className={classes.request} aria-label={explorer.request}>
          {!isForm ? (
            <Editor
              label={explorer.request}
              value={text}
              onChange={setText}
              onRun={send}
              knowledge={knowledge}
              marks={exchange?.problems ?? noMarks}
            />
          ) : body && model ? (
            <Suspense fallback={<Loading />}>
              <ReadForm
                body={body}
                member={Object.keys(body).find(member => member.split('.')[0] === model.name) ?? model.name}
                model={model}
                onChange={next => setText(pretty(next))}
              />
            </Suspense>
          ) : (
            <Empty icon="braces" title={explorer.form.notJson} hint={explorer.form.notJsonHint} />
          )}
        </section>
        <Answer
          exchange={exchange}
          isRunning={isRunning}
          shownAs={search.as}
          onShownAs={as => setSearch({ as })}
          onNextPage={(member, pageKey) => {
            const content = body?.[member] as { OrderBy?: object } | undefined
            if (!body || !content) return
            const next = pretty({
              ...body,
              [member]: { ...content, OrderBy: { ...content.OrderBy, PageKey: pageKey } },
            })
            setText(next)
            void run(operation, next)
          }}
        />
      </div>
    </Page>
  )
}
