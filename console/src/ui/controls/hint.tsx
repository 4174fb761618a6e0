// Says in a few words what a control does when the pointer or the focus rests on it: one element for the controls of all screens.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './hint.module.css'
import { KeyCaps } from './key-caps.tsx'

/** The attributes of a control that has a hint, with the keys that do the same. */
export const hint = (label: string, keys?: string) => ({ 'data-hint': label, 'data-hint-keys': keys })

const restMs = 400
const gap = 6
const id = 'hint'

interface Hint {
  readonly of: HTMLElement
  readonly label: string
  readonly keys: string | undefined
}

export function Hints() {
  const shown = useHint()
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!shown || !element.current) return
    const { style, offsetWidth, offsetHeight } = element.current
    const { left, width, top, bottom } = shown.of.getBoundingClientRect()
    const isBelow = bottom + gap + offsetHeight <= innerHeight
    const most = innerWidth - offsetWidth - gap
    style.left = `${Math.max(gap, Math.min(most, left + (width - offsetWidth) / 2))}px`
    style.top = `${isBelow ? bottom + gap : top - gap - offsetHeight}px`
    shown.of.setAttribute('aria-describedby', id)
    return () => shown.of.removeAttribute('aria-describedby')
  }, [shown])
  if (!shown) return null
  const { label, keys } = shown
  return (
    <div ref={element} id={id} role="tooltip" className={classes.hint}>
      {keys === undefined ? label : <KeyCaps label={label} keys={keys} />}
    </div>
  )
}

/** The hint of the control on which the pointer or the focus rests, until something else happens. */
function useHint(): Hint | null {
  const [shown, setShown] = useState<Hint | null>(null)
  useEffect(() => {
    let control: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      control = null
      setShown(null)
    }
    const begin = (event: Event) => {
      const of = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-hint]') : null
      if (of === control) return
      end()
      const isMeant = event instanceof PointerEvent ? event.pointerType !== 'touch' : of?.matches(':focus-visible')
      if (!of || !isMeant) return
      control = of
      timer = setTimeout(() => {
        const { hint: label = '', hintKeys: keys } = of.dataset
        if (of.isConnected) setShown({ of, label, keys })
      }, restMs)
    }
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    for (const name of ['pointerover', 'focusin']) document.addEventListener(name, begin, options)
    for (const name of ['pointerdown', 'keydown', 'focusout', 'scroll']) document.addEventListener(name, end, options)
    document.documentElement.addEventListener('pointerleave', end, options)
    return () => {
      end()
      listening.abort()
    }
  }, [])
  return shown
}
