// Shows keys as small caps, alone or behind the words of a hint.
import { Fragment } from 'react'
import { keyCaps } from '../../keys/registry.ts'
import classes from './key-caps.module.css'

export function KeyCaps({ keys, label }: { keys: string; label?: string }) {
  return (
    <span className={classes.line}>
      {label && <span>{label}</span>}
      <span className={classes.caps}>
        {keyCaps(keys).map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one shortcut never change places
          <Fragment key={at}>
            {step.map(cap => (
              <kbd key={cap} className={classes.cap}>
                {cap}
              </kbd>
            ))}
          </Fragment>
        ))}
      </span>
    </span>
  )
}
