// Sends requests to the API by the session of the browser, with help in writing them.
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { Empty } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { Answer } from './answer.tsx'
import { Editor, type Mark } from './editor.tsx'
import classes from './explorer.module.css'
import type { LoggedRequest } from './logged.ts'
import { operations, pretty } from './requests.ts'
import { TokenButton } from './token-button.tsx'
import { CopyMenu, Toolbar } from './toolbar.tsx'
import { type ExplorerModel, useExplorer } from './use-explorer.ts'

/** Loaded on first use. */
const ReadForm = lazyPart(async () => (await import('./read-form.tsx')).ReadForm)

const noMarks: readonly Mark[] = []

/** `logged` is the request of the log that it begins with; null begins with that of the address. */
export function Explorer({ logged }: { logged: LoggedRequest | null }) {
  const { entities, explorer, ui } = useTexts()
  const model = useExplorer(logged)
  const { operation, search, setSearch, text, setText, body, run } = model
  const nextPage = (member: string, pageKey: string): void => {
    const content = body?.[member] as { OrderBy?: object } | undefined
    if (!content) return
    const next = pretty({ ...body, [member]: { ...content, OrderBy: { ...content.OrderBy, PageKey: pageKey } } })
    setText(next)
    void run(operation, next)
  }
  return (
    <Page
      title={logged ? entities.RequestLog.one : explorer.title}
      crumbs={logged ? [{ label: entities.RequestLog.many, to: 'requests' }] : []}
      layout="flush"
      actions={
        <>
          <a className={classes.reference} href="/reference" target="_blank" rel="noopener">
            {ui.reference}
            <Icon name="external" size={12} />
          </a>
          <TokenButton />
          <CopyMenu operation={operation} text={text} />
        </>
      }
      bar={
        <Toolbar
          operation={operation}
          entity={model.entity}
          entities={model.entities}
          edit={search.edit}
          isRunning={model.isRunning}
          canRun={model.canRun}
          onBegin={(next, about) => void model.begin(next, about)}
          onEdit={edit => setSearch({ edit })}
          onRun={model.send}
        />
      }
    >
      {logged && <Origin logged={logged} />}
      <div className={classes.panes}>
        <Request model={model} />
        <Answer
          exchange={model.exchange}
          isRunning={model.isRunning}
          shownAs={search.as}
          onShownAs={as => setSearch({ as })}
          onNextPage={nextPage}
        />
      </div>
    </Page>
  )
}

function Request({ model }: { model: ExplorerModel }) {
  const { explorer } = useTexts()
  const { operation, search, text, setText, body, model: entity, exchange } = model
  const isForm = search.edit === 'form' && operation === 'Read'
  return (
    <section className={classes.request} aria-label={explorer.request}>
      {!isForm ? (
        <Editor
          label={explorer.request}
          value={text}
          onChange={setText}
          onRun={model.send}
          knowledge={model.knowledge}
          marks={exchange?.problems ?? noMarks}
        />
      ) : body && entity ? (
        <ReadForm
          body={body}
          member={Object.keys(body).find(member => member.split('.')[0] === entity.name) ?? entity.name}
          model={entity}
          onChange={next => setText(pretty(next))}
        />
      ) : (
        <Empty icon="braces" title={explorer.form.notJson} hint={explorer.form.notJsonHint} />
      )}
    </section>
  )
}

/** Says where a request of the log comes from, and how much of it the log has. */
function Origin({ logged }: { logged: LoggedRequest }) {
  const words = useTexts().explorer.logged
  const isOperation = operations.includes(logged.operation)
  return (
    <p className={classes.origin} role="note">
      <span>{logged.facts.join(' · ')}</span>
      <span>{isOperation ? (logged.text === null ? words.noBody : words.masked) : words.noOperation}</span>
    </p>
  )
}
