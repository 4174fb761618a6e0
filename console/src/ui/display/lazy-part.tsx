// Shows a part of the console whose script is loaded when it is needed. What cannot be loaded says so, and comes by itself.
import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { afterFailure, Loader, type LoadFailure } from '../../api/loader.ts'
import { hasDrafts } from '../../api/use-draft.ts'
import { reachability } from '../../api/use-reachability.ts'
import { useTexts } from '../../texts/index.tsx'
import { Empty, Loading } from './states.tsx'

/** A page that was just loaded anew is not loaded again: a broken file would never end it. */
function reload(): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (page?.type !== 'reload' || performance.now() > 10_000) location.reload()
}

const means = { ask: reachability.ask, hasDrafts, reload }

/** Whether the part is there, on its way, or why not. It is loaded again when the server is back. */
function useLoaded<T>(loader: Loader<T>): { readonly loaded: T | null; readonly failure: LoadFailure | null } {
  const [state, setState] = useState({ loaded: loader.loaded, failure: null as LoadFailure | null })
  useEffect(() => {
    if (loader.loaded) return setState({ loaded: loader.loaded, failure: null })
    let isOver = false
    let stop = (): void => {}
    const attempt = async (): Promise<void> => {
      const failure = await loader.load().then(
        () => null,
        () => afterFailure(loader, means),
      )
      if (isOver) return
      setState({ loaded: loader.loaded, failure })
      if (failure === 'away') stop = reachability.whenBack(() => void attempt())
    }
    void attempt()
    return () => {
      isOver = true
      stop()
    }
  }, [loader])
  return state
}

interface Options {
  /** What stands around the part while it is not there. */
  readonly frame?: (shown: ReactNode) => ReactNode
  readonly waiting?: ReactNode
}

interface PartProps<P> extends Options {
  readonly loader: Loader<ComponentType<P>>
  readonly inner: P
}

function LoadedPart<P extends object>({ loader, inner, frame = shown => shown, waiting = <Loading /> }: PartProps<P>) {
  const { loaded, failure } = useLoaded(loader)
  const Content = loader.loaded ?? loaded
  if (Content) return <Content {...inner} />
  return frame(failure === null ? waiting : <NotLoaded failure={failure} />)
}

/** A component by its script. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, options: Options = {}) {
  const loader = new Loader(load)
  const part = (inner: P): ReactNode => <LoadedPart loader={loader} inner={inner} {...options} />
  return Object.assign(part, { preload: loader.preload })
}

function NotLoaded({ failure }: { readonly failure: LoadFailure }) {
  const { ui } = useTexts()
  const isAway = failure === 'away'
  return (
    <div role="alert">
      <Empty
        icon="warning"
        title={isAway ? ui.offline.notLoaded : ui.offline.updated}
        hint={isAway ? ui.offline.notLoadedHint : ui.offline.updatedHint}
        action={
          <Button variant="default" onClick={() => (isAway ? void reachability.ask() : location.reload())}>
            {isAway ? ui.retry : ui.reload}
          </Button>
        }
      />
    </div>
  )
}
