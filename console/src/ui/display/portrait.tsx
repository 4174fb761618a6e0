// Shows a user by their picture, and by their initials while there is none.

import classes from './initials.module.css'
import { Initials } from './initials.tsx'
import { usePicture } from './pictures.ts'

interface PortraitProps {
  readonly uid: string
  readonly name: string
  /** In pixels. */
  readonly size: number
}

export function Portrait({ uid, name, size }: PortraitProps) {
  const picture = usePicture(uid)
  if (picture === null) return <Initials name={name} size={size} />
  return <img className={classes.picture} src={picture} alt="" width={size} height={size} />
}
