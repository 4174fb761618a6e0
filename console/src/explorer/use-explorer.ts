// Brings together what the explorer is made of: its request, what is known of its entity, and what begins another one.

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Body } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { useLatest } from '../ui/use-latest.ts'
import type { LoggedRequest } from './logged.ts'
import { entityIn, firstEntity, isReading, operations, parseBody, pretty, takesEntity, templateOf } from './requests.ts'
import { useEntities, useKnowledge, useModel } from './use-knowledge.ts'
import { useRequest } from './use-request.ts'

export type ExplorerModel = ReturnType<typeof useExplorer>

export function useExplorer(logged: LoggedRequest | null) {
  const { explorer } = useTexts()
  const go = useGo()
  const request = useRequest(logged)
  const { operation, setSearch, text, setText, exchange, setExchange, run } = request
  const body = useMemo(() => parseBody(text), [text])
  const entity = useLastEntity(body, logged?.entity ?? firstEntity)
  const entities = useEntities()
  const knowledge = useKnowledge(operation, entities)
  const model = useModel(takesEntity(operation) && entities.some(({ name }) => name === entity) ? entity : null)
  useShownRequest(body && { title: explorer.title, operation, body })
  const canRun = (body !== null || text === '') && operations.includes(operation)
  const send = (): void => {
    if (canRun) void run(operation, text)
  }

  /** A Read is sent at once. */
  const show = (nextOperation: string, next: Body): void => {
    setText(pretty(next))
    if (isReading(nextOperation) && nextOperation !== 'Validate') void run(nextOperation, pretty(next))
  }
  const templateFor = async (nextOperation: string, about: string | null): Promise<Body> =>
    templateOf(nextOperation, about === null ? null : await knowledge.model(about))
  /** Begins another request, which is not the one of the log any more. */
  const begin = async (nextOperation: string, about: string | null): Promise<void> => {
    const next = await templateFor(nextOperation, about)
    if (logged) return go('explorer', { search: { operation: nextOperation, body: JSON.stringify(next) } })
    setExchange(null)
    setSearch({ operation: nextOperation }, { replace: false })
    show(nextOperation, next)
  }

  // A link to a Read shows its answer; without a link there is a first Read to begin with.
  const opened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the entities are known
  useEffect(() => {
    if (opened.current || entities.length === 0) return
    opened.current = true
    if (exchange || !operations.includes(operation)) return
    if (text !== '') return isReading(operation) ? send() : undefined
    void templateFor(operation, takesEntity(operation) ? entity : null).then(next => show(operation, next))
  }, [entities])

  const latest = useLatest(send)
  useShortcuts(
    useMemo(
      () => [{ keys: 'mod+enter', label: explorer.run, inFields: true, run: () => latest.current() }],
      [explorer, latest],
    ),
  )
  return { ...request, body, entity, entities, knowledge, model, canRun, send, begin }
}

/** The entity that a request is about; while its text is no JSON, the previous one. */
function useLastEntity(body: Body | null, first: string): string | null {
  const [last, setLast] = useState<string | null>(first)
  const entity = body ? entityIn(body) : last
  if (entity !== last) setLast(entity)
  return entity
}
