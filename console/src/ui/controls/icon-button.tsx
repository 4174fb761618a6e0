// A button that shows an icon alone. Its label is read out; a hint shows it on hover.
import type { ComponentProps, CSSProperties } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  readonly 'aria-label': string
  /** In pixels; its style sheet has the usual one. */
  readonly size?: number
  /** With a border, for one that stands among inputs. */
  readonly isOutlined?: boolean
}

export function IconButton({ size, isOutlined = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className === undefined ? classes.button : `${classes.button} ${className}`}
      data-outlined={isOutlined || undefined}
      style={size === undefined ? undefined : ({ '--size': `${size}px` } as CSSProperties)}
    />
  )
}
