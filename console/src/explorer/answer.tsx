// Shows the answer of a request as a table or as JSON, with its status, time and size.
import { Badge, Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Exchange } from '../api/client.ts'
import { type Row, textOf } from '../api/envelope.ts'
import { useTexts } from '../texts/index.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Empty, Loading } from '../ui/display/states.tsx'
import { JsonText } from './editor.tsx'
import classes from './explorer.module.css'
import { pretty } from './requests.ts'

interface AnswerProps {
  readonly exchange: Exchange | null
  readonly isRunning: boolean
  readonly shownAs: 'table' | 'json'
  readonly onShownAs: (as: 'table' | 'json') => void
  /** Goes on behind the last record, when there are more. */
  readonly onNextPage: (member: string, pageKey: string) => void
}

interface Member {
  readonly name: string
  readonly rows: readonly Row[]
  readonly pageKey: string | null
}

/** The members of an answer that have records. */
function membersOf(answer: unknown): Member[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, content]) => {
    const { Data, PageKey } = (content ?? {}) as { Data?: unknown; PageKey?: string | null }
    return Array.isArray(Data) ? [{ name, rows: Data as Row[], pageKey: PageKey ?? null }] : []
  })
}

export function Answer({ exchange, isRunning, shownAs, onShownAs, onNextPage }: AnswerProps) {
  const { explorer } = useTexts()
  const text = useMemo(
    () => (exchange ? (exchange.answer === null ? exchange.text : pretty(exchange.answer)) : ''),
    [exchange],
  )
  const members = useMemo(() => membersOf(exchange?.answer), [exchange])
  if (!exchange) {
    if (isRunning) return <Loading rows={8} />
    return <Empty icon="play" title={explorer.answer.none} hint={explorer.answer.noneHint} />
  }
  const isTable = shownAs === 'table' && members.length > 0
  return (
    <section className={classes.answer} aria-label={explorer.answer.title} aria-busy={isRunning}>
      <div className={classes.answerBar}>
        <Facts exchange={exchange} count={members.reduce((sum, { rows }) => sum + rows.length, 0)} />
        <Segments
          label={explorer.answer.shownAs}
          value={isTable ? 'table' : 'json'}
          disabled={members.length === 0}
          data={[
            { value: 'table', label: explorer.answer.table },
            { value: 'json', label: explorer.answer.json },
          ]}
          onChange={onShownAs}
        />
        <CopyButton text={text} label={explorer.answer.copy} />
      </div>
      {exchange.problems.length > 0 && (
        <ul className={classes.problems}>
          {exchange.problems.map(({ code, path, message }) => (
            <li key={`${path} ${message}`}>
              <span>{message}</span>
              <code>
                {path && `${path} · `}
                {code}
              </code>
            </li>
          ))}
        </ul>
      )}
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        <section className={classes.tables} aria-label={explorer.answer.table} tabIndex={0}>
          {members.map(member => (
            <Table key={member.name} member={member} isAlone={members.length === 1} onNextPage={onNextPage} />
          ))}
        </section>
      ) : (
        <JsonText label={explorer.answer.title} value={text} />
      )}
    </section>
  )
}

const sizeOf = (text: string): string => {
  const bytes = new Blob([text]).size
  return bytes < 1000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${(bytes / 1000).toFixed(1)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`
}

function Facts({ exchange, count }: { exchange: Exchange; count: number }) {
  const { explorer } = useTexts()
  const { status, problems, ms, text, requestId } = exchange
  const failed = status !== 200 || problems.length > 0
  return (
    <div className={classes.facts} role="status">
      <Badge color={failed ? 'red' : 'green'}>{failed ? explorer.answer.refused(status) : status}</Badge>
      <span className="tabular">{explorer.answer.ms(ms < 10 ? ms.toFixed(1) : Math.round(ms))}</span>
      <span className="tabular">{sizeOf(text)}</span>
      {count > 0 && <span className="tabular">{explorer.answer.records(count)}</span>}
      {requestId && <code className={classes.requestId}>{requestId}</code>}
    </div>
  )
}

/** More rows than a page of a Read has are cut; the JSON has them all. */
const mostRows = 500

function Table({
  member: { name, rows, pageKey },
  isAlone,
  onNextPage,
}: {
  member: Member
  isAlone: boolean
  onNextPage: AnswerProps['onNextPage']
}) {
  const { explorer } = useTexts()
  const columns = [...new Set(rows.slice(0, mostRows).flatMap(row => Object.keys(row)))]
  if (rows.length === 0) return <Empty small title={explorer.answer.empty} />
  return (
    <>
      {!isAlone && <h3 className={classes.memberName}>{name}</h3>}
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never change places
            <tr key={at}>
              {columns.map(column => (
                <td key={column} title={titleOf(row[column])}>
                  <Cell value={row[column]} isKey={column === 'Key' || column.endsWith('/Key')} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {pageKey && (
        <div className={classes.nextPage}>
          <Button variant="default" onClick={() => onNextPage(name, pageKey)}>
            {explorer.answer.nextPage}
          </Button>
        </div>
      )}
    </>
  )
}

const titleOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined

function Cell({ value, isKey }: { value: unknown; isKey: boolean }) {
  if (value === null || value === undefined) return <span className={classes.null}>null</span>
  if (isKey) return <code className={classes.key}>{String(value)}</code>
  if (typeof value === 'number') return <span className="tabular">{value}</span>
  const text = textOf(value)
  return text === '' && typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : text
}
