// Shows an administrator the picture of a user, and removes it.
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { usePicture, usePictureChanges } from '../ui/display/pictures.ts'
import { Portrait } from '../ui/display/portrait.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './setup.module.css'

export function UserPicture({ uid, name }: { uid: string; name: string }) {
  const { picture: words } = useTexts().account
  const picture = usePicture(uid)
  const { remove } = usePictureChanges()
  return (
    <section className={classes.picture} aria-label={words.title}>
      <Portrait uid={uid} name={name} size={48} />
      {picture !== null && <ConfirmButton label={words.remove} onConfirm={() => void remove(uid).catch(showFailure)} />}
    </section>
  )
}
