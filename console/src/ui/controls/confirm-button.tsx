// Does something that cannot be undone, at the second click within a few seconds.
import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../texts/index.tsx'

interface ConfirmButtonProps extends ButtonProps {
  readonly label: string
  readonly onConfirm: () => void
}

const patienceMs = 4000

export function ConfirmButton({ label, onConfirm, ...rest }: ConfirmButtonProps) {
  const { ui } = useTexts()
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => setAsked(false), patienceMs)
    return () => clearTimeout(timer)
  }, [isAsked])
  const click = (): void => {
    setAsked(!isAsked)
    if (isAsked) onConfirm()
  }
  return (
    <Button
      variant={isAsked ? 'filled' : 'default'}
      color="red"
      {...rest}
      onClick={click}
      onBlur={() => setAsked(false)}
    >
      {isAsked ? ui.again : label}
    </Button>
  )
}
