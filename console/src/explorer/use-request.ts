// Holds the request of the explorer: its operation and its text, in the address too, and the last answer.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Exchange } from '../api/client.ts'
import { entitiesOf } from '../api/envelope.ts'
import { ClienteleError } from '../api/errors.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import type { LoggedRequest } from './logged.ts'
import { inLines, isReading, parseBody } from './requests.ts'

const params = {
  operation: textParam<string>(''),
  body: textParam<string>(''),
  as: choiceParam(['table', 'json']),
  edit: choiceParam(['json', 'form']),
}

/** Servers and browsers refuse addresses that are much longer. */
const longestInAddress = 6000
const writeAfterMs = 400

/** Begins with the request of the address, or else with one of the log. */
export function useRequest(logged: LoggedRequest | null) {
  const { api, feed } = useWorkspace()
  const [search, setSearch] = useSearchParams(params)
  const given = search.body || (logged?.text ?? '')
  const [text, setText] = useState(() => inLines(given))
  const [exchange, setExchange] = useState<Exchange | null>(logged?.exchange ?? null)
  const [isRunning, setRunning] = useState(false)
  const written = useRef(given)
  const running = useRef<AbortController>(null)

  // Another request came by the address: from the drawer of a screen, from the log, by Back.
  useEffect(() => {
    if (given === written.current) return
    written.current = given
    setText(inLines(given))
  }, [given])
  useEffect(() => {
    const timer = setTimeout(() => {
      const body = parseBody(text)
      const short = body ? JSON.stringify(body) : text
      if (short === written.current || inLines(written.current) === text || short.length > longestInAddress) return
      written.current = short
      setSearch({ body: short })
    }, writeAfterMs)
    return () => clearTimeout(timer)
  }, [text, setSearch])

  const run = useCallback(
    async (operation: string, content: string) => {
      running.current?.abort()
      const end = new AbortController()
      running.current = end
      setRunning(true)
      try {
        const body = parseBody(content)
        const got = await api.exchange(operation, body ? JSON.stringify(body) : '{}', end.signal)
        setExchange(got)
        if (body && !isReading(operation)) feed.announce(entitiesOf(body).map(entity => ({ entity, key: null })))
      } catch (error) {
        if (!end.signal.aborted) showFailure(error instanceof ClienteleError ? error : String(error))
      } finally {
        if (running.current === end) setRunning(false)
      }
    },
    [api, feed],
  )
  const operation = search.operation || (logged?.operation ?? 'Read')
  return { operation, search, setSearch, text, setText, exchange, setExchange, isRunning, run }
}
